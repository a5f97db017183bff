/**
 * The two buttons at the top of every page: who I am, and light or dark. What stands behind the first is loaded when it is asked for.
 */

import { me } from './api.js';
import { fill, h } from './dom.js';

/** Ask and change who I am. */
export const whoAmI = () => import('./person.js').then((person) => person.showPerson());

/** Keep the button of the frame true to who is there. @param {HTMLButtonElement} button */
export function personButton(button) {
  const dress = async () => {
    const person = await me().catch((error) => error);
    const away = person instanceof Error;
    const shown = away ? (person.code === 'UNKNOWN_TOKEN' ? 'Unknown token' : 'Signed in') : (person?.name ?? 'Who are you?');
    fill(button, h('span', { class: 'unseen' }, person && !away ? 'You are ' : ''), shown);
  };
  button.addEventListener('click', whoAmI);
  window.addEventListener('emberlog:person', dress);
  window.addEventListener('emberlog:unknown-token', () => fill(button, 'Unknown token'));
  dress();
}

/** Light or dark, whatever the system says; what the system says is not stored. @param {HTMLButtonElement} button */
export function themeButton(button) {
  const label = button.querySelector('span');
  const darkNow = () => getComputedStyle(document.documentElement).colorScheme === 'dark'
    || (document.documentElement.dataset.theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  const dress = () => { label.textContent = darkNow() ? 'Use light colours' : 'Use dark colours'; button.title = label.textContent; };
  button.addEventListener('click', () => {
    const theme = darkNow() ? 'light' : 'dark';
    const bySystem = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
    if (theme === bySystem) delete document.documentElement.dataset.theme; // follow the system again
    else document.documentElement.dataset.theme = theme;
    try {
      if (theme === bySystem) localStorage.removeItem('emberlog.theme');
      else localStorage.setItem('emberlog.theme', theme);
    } catch {
      // The choice lasts as long as this page.
    }
    dress();
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', dress);
  dress();
}
