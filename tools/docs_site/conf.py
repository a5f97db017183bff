"""Sphinx's settings for the site. Nothing in its pages comes from elsewhere: no font, no script, no style."""

from infra.version import version as version_of_service

project = "Emberlog"
html_title = "Emberlog"
copyright = "the authors of Emberlog"
release = version = version_of_service()
language = "en"

extensions = ["myst_parser", "tools.docs_site.names"]
myst_heading_anchors = 4
myst_url_schemes = {"http": None, "https": None, "path": "{{path}}"}
nitpicky = True
exclude_patterns = ["_extra"]
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"

html_theme = "furo"
html_theme_options = {"top_of_page_buttons": []}
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "sidebar/service.html",
        "sidebar/search.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}
templates_path = ["templates"]
html_static_path = ["static"]
html_css_files = ["site.css"]
html_link_suffix = ""
html_copy_source = False
html_show_sourcelink = False
html_show_copyright = False
html_use_index = False
html_domain_indices = False
html_favicon = None
toc_object_entries = False
