// A prerendered page is inert until the app's code has loaded. This script is for when that code
// never comes: then links work as plain links, and a line says what happened.
(() => {
  const WAIT_MS = 20_000;

  function giveUp() {
    const root = document.getElementById('root');
    if (!root?.hasAttribute('inert')) return;
    root.removeAttribute('inert');
    // Without its code a form would send a password in the address.
    for (const form of root.querySelectorAll('form')) form.setAttribute('inert', '');
    const note = document.createElement('p');
    note.id = 'page-note';
    note.setAttribute('role', 'alert');
    const reload = document.createElement('a');
    reload.href = '';
    reload.textContent = 'Reload';
    note.append('This page did not load completely. ', reload);
    root.before(note);
  }

  addEventListener('error', (event) => event.target.tagName === 'SCRIPT' && giveUp(), true);
  setTimeout(giveUp, WAIT_MS);
})();
