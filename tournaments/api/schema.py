"""The API's description, and a page that shows it without inline scripts or styles."""

from drf_spectacular.authentication import SessionScheme
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.permissions import AllowAny


class BrowserSessionScheme(SessionScheme):  # type: ignore[no-untyped-call]
    target_class = "tournaments.api.sessions.BrowserSession"
    name = "browserSession"


class SchemaView(SpectacularAPIView):
    permission_classes = [AllowAny]
    authentication_classes = []


class DocsView(SpectacularSwaggerSplitView):
    permission_classes = [AllowAny]
    authentication_classes = []
    url_name = "api-schema"
    template_name = "api/docs.html"
