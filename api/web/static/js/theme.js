/**
 * The colours chosen last, before anything is painted. A classic script, so that no page flashes in the other colours.
 */
try {
  const theme = localStorage.getItem('emberlog.theme');
  if (theme) document.documentElement.dataset.theme = theme;
} catch {
  // Nothing is stored here: the system's colours stay.
}
