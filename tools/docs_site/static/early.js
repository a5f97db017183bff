// Light or dark before anything is drawn. The choice is shared with the pages of the service.
(() => {
  const OWN = 'emberlog.theme';
  const FURO = 'theme';
  /** @param {() => string | null} read */
  const tried = (read) => { try { return read(); } catch { return null; } };
  const chosen = tried(() => localStorage.getItem(OWN)) ?? 'auto';
  tried(() => { localStorage.setItem(FURO, chosen); return null; });
  document.body.dataset.theme = chosen;
  new MutationObserver(() => tried(() => {
    const theme = document.body.dataset.theme ?? 'auto';
    if (theme === 'auto') localStorage.removeItem(OWN);
    else localStorage.setItem(OWN, theme);
    return null;
  })).observe(document.body, { attributeFilter: ['data-theme'] });
})();
