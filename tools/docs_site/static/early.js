// Light or dark before anything is drawn. The pages stand in a sandbox and store nothing, so the choice goes with the reader
// from link to link, in the address.
(() => {
  const PARAMETER = 'theme';
  const { body } = document;
  const wanted = new URLSearchParams(location.search).get(PARAMETER);
  const stored = new Map([[PARAMETER, wanted === 'light' || wanted === 'dark' ? wanted : 'auto']]);
  // What the theme and the search use as storage lasts as long as the page.
  Object.defineProperty(window, 'localStorage', { value: {
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => stored.set(key, String(value)),
    removeItem: (key) => stored.delete(key),
  } });
  body.dataset.theme = stored.get(PARAMETER);

  /** @param {URL} url */
  const themed = (url) => {
    if (body.dataset.theme === 'auto') url.searchParams.delete(PARAMETER);
    else url.searchParams.set(PARAMETER, body.dataset.theme);
    return url.href;
  };
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    if (!link || link.getAttribute('href').startsWith('#') || link.origin !== location.origin) return;
    if (link.pathname.startsWith('/docs')) link.href = themed(new URL(link.href));
  }, true);
  document.addEventListener('submit', (event) => {
    const theme = Object.assign(document.createElement('input'),
      { type: 'hidden', name: PARAMETER, value: body.dataset.theme });
    if (theme.value !== 'auto') event.target.append(theme);
  }, true);
})();
