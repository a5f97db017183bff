/** The two buttons at the top of every page: who the reader is, and light or dark colours. */

import { me } from './api.js';
import { fill, h } from './dom.js';
import { LANGUAGES, locale, translation, speak } from './language/language.js';

const DARK = '(prefers-color-scheme: dark)';

/** Open the dialog about the person; it is loaded when it is first opened. */
export const whoAmI = () => import('./person.js').then((person) => person.showPerson());

/** Let the button of the frame name the person. @param {HTMLButtonElement} button */
export function personButton(button) {
  const dress = async () => {
    const person = await me().catch((error) => error);
    if (person instanceof Error) {
      const unknown = 'code' in person && person.code === 'UNKNOWN_TOKEN';
      fill(button, h('span', { class: 'unseen' }, ''), unknown ? 'Unknown token' : 'Signed in');
    } else {
      fill(button, h('span', { class: 'unseen' }, person ? 'You are ' : ''),
        person ? h('span', { translate: 'no' }, person.name) : 'Play as …');
    }
  };
  button.addEventListener('click', whoAmI);
  window.addEventListener('emberlog:person', dress);
  window.addEventListener('emberlog:unknown-token', () => fill(button, 'Unknown token'));
  dress();
}

/**
 * Light or dark, whatever the system prefers; a choice like the system's is not stored.
 * @param {HTMLButtonElement} button
 */
export function themeButton(button) {
  const label = button.querySelector('span');
  const dress = () => {
    button.title = translation(isDark() ? 'Use light colours' : 'Use dark colours');
    if (label) label.textContent = button.title;
  };
  button.addEventListener('click', () => {
    useTheme(isDark() ? 'light' : 'dark');
    dress();
  });
  matchMedia(DARK).addEventListener('change', dress);
  document.addEventListener('click', tellDocuments, true);
  dress();
}

/** The documents cannot read what these pages store, so a link to them says light or dark. @param {MouseEvent} event */
function tellDocuments({ target }) {
  const link = target instanceof Element ? target.closest('a') : null;
  if (!link?.pathname.startsWith('/docs') || link.origin !== location.origin) return;
  const url = new URL(link.href);
  const { theme } = document.documentElement.dataset;
  if (theme) url.searchParams.set('theme', theme);
  else url.searchParams.delete('theme');
  link.href = url.href;
}

function isDark() {
  const root = document.documentElement;
  return getComputedStyle(root).colorScheme === 'dark'
    || (root.dataset.theme !== 'light' && matchMedia(DARK).matches);
}

/** @param {string} theme */
function useTheme(theme) {
  const ofSystem = theme === (matchMedia(DARK).matches ? 'dark' : 'light');
  if (ofSystem) delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    if (ofSystem) localStorage.removeItem('emberlog.theme');
    else localStorage.setItem('emberlog.theme', theme);
  } catch {
    // The choice lasts as long as this page.
  }
}

/**
 * Let the frame's own texts be in the reader's language, which can be chosen.
 * @param {HTMLSelectElement} select
 */
export function languageChoice(select) {
  fill(select, Object.entries(LANGUAGES).map(([tag, name]) => (
    h('option', { value: tag, lang: tag, translate: 'no' }, name))));
  select.value = locale;
  select.addEventListener('change', () => speak(select.value));
  if (locale === 'en') return;
  for (const part of document.querySelectorAll('.skip, .top, .foot')) {
    const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      node.nodeValue = translation((node.nodeValue ?? '').replaceAll(/\s+/g, ' '));
    }
    for (const named of part.querySelectorAll('[aria-label]')) {
      named.setAttribute('aria-label', translation(named.getAttribute('aria-label') ?? ''));
    }
  }
}
