"""Static files under names that hold their content's hash, also where one of our scripts imports another."""

from whitenoise.storage import CompressedManifestStaticFilesStorage

OWN_SCRIPTS = "js/*.js"
IMPORTS = (
    (r"""(?P<matched>from\s*["'](?P<url>\./[^"']+)["'])""", 'from "%(url)s"'),
    (r"""(?P<matched>import\s*["'](?P<url>\./[^"']+)["'])""", 'import "%(url)s"'),
)


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # whitenoise has no types
    """Rewrite the imports of our modules: only the hashed names are kept, the plain ones do not exist."""

    patterns = (*CompressedManifestStaticFilesStorage.patterns, (OWN_SCRIPTS, IMPORTS))
