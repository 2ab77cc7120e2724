import re
from pathlib import Path

from django.core.management import call_command

IMPORT = re.compile(r"""(?:from|import)\s*["']\./([^"']+)["']""")


def test_every_module_that_a_script_imports_exists_under_the_name_it_is_imported_by(settings, tmp_path):
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": "portal.static_files.HashedFiles"}}

    call_command("collectstatic", interactive=False, verbosity=0)

    scripts = list(Path(tmp_path, "js").glob("*.js"))
    imported = {name for script in scripts for name in IMPORT.findall(script.read_text(encoding="utf-8"))}
    assert {name.split(".")[0] for name in imported} >= {"copy", "dialog", "live", "servertime"}
    assert imported - {script.name for script in scripts} == set()
