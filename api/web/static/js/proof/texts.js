/** The texts of the page `verify.html` in the reader's language. Its catalogues stand in the page. */

/** What has a text that does not change. */
const FIXED = 'title, h1, p, label, button';

/**
 * @param {Record<string, Record<string, string>>} catalogues by language: English text to that of the language
 */
export function sayer(catalogues) {
  const named = new URLSearchParams(location.search).get('lang');
  const wanted = [named, ...navigator.languages].map((each) => (each ?? '').slice(0, 2).toLowerCase());
  const locale = wanted.find((each) => each === 'en' || each in catalogues) ?? 'en';
  const catalogue = catalogues[locale] ?? {};
  /** A text with values in it. @param {string} english @param {unknown[]} values */
  const say = (english, ...values) => (catalogue[english] ?? english)
    .replaceAll(/\{(\d)\}/g, (_, at) => String(values[at] ?? ''));
  /** Write the page's own texts. @param {HTMLElement} root */
  const dress = (root) => {
    root.lang = locale;
    if (locale === 'en') return;
    for (const element of root.querySelectorAll(FIXED)) {
      element.textContent = say((element.textContent ?? '').replaceAll(/\s+/g, ' ').trim());
    }
  };
  return { locale, say, dress };
}
