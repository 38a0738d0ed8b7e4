import { type HostileTab, opens } from './hostile-tabs'

/** Tabs that leave something behind when they are closed. */
export const LEAVING_TABS: HostileTab[] = [
  ['leaves a global', 'global-left', 'window.premios', opens(`window.premios = 1`)],
  ['leaves a listener', 'listener-left', '"keydown" on window', opens(`addEventListener('keydown', () => undefined)`)],
  ['leaves a handler', 'listener-left', '"paste" on <body>', opens(`document.body.onpaste = () => undefined`)],
  [
    'listens to the size of the window',
    'listener-left',
    '"change" on matchMedia()',
    opens(`matchMedia('(width < 500px)').addEventListener('change', () => undefined)`),
  ],
  [
    'listens to the tab of another remote',
    'listener-left',
    '"click" on <a#tab-canje-neighbour>',
    opens(`document.getElementById('tab-canje-neighbour').addEventListener('click', () => undefined)`),
  ],
  ['polls', 'still-running', 'setInterval', opens(`setInterval(() => undefined, 1000)`)],
  ['leaves a long timer', 'still-running', 'setTimeout', opens(`setTimeout(() => undefined, 600_000)`)],
  [
    'polls without stack traces',
    'still-running',
    'setInterval',
    opens(`Error.stackTraceLimit = 0; setInterval(() => undefined, 1000)`),
  ],
  [
    'requests again and again',
    'still-running',
    'the request GET',
    opens(`const { apiClient } = shared['shared-auth']
  const poll = () => apiClient.get('SelectCodes').then(poll)
  poll()`),
  ],
  [
    'defines an element for all tabs',
    'still-running',
    'customElements.define',
    opens(`customElements.define('mf-premios', class extends HTMLElement {})`),
  ],
  [
    'registers a service worker',
    'still-running',
    'serviceWorker.register',
    opens(`navigator.serviceWorker.register('/premios.js').catch(() => undefined)`),
  ],
  ['leaves a channel open', 'still-running', 'BroadcastChannel', opens(`new BroadcastChannel('premios')`)],
  [
    'observes the page',
    'still-running',
    'MutationObserver',
    opens(`new MutationObserver(() => undefined).observe(document.body, { childList: true })`),
  ],
  [
    'changes the URL by itself',
    'still-running',
    'history.replaceState',
    opens(`history.replaceState(history.state, '', location.href)`),
  ],
  ['changes the fragment', 'still-running', 'a change of the fragment', opens(`location.hash = 'premios'`)],
  ['keeps a value in local storage', 'storage-left', 'localStorage "premios"', opens(`localStorage.premios = 1`)],
  [
    'prolongs the session',
    'storage-left',
    'sessionStorage "expires_at" was changed',
    opens(`sessionStorage.expires_at = 1e15`),
  ],
  ['sets a cookie', 'storage-left', 'cookie "premios"', opens(`document.cookie = 'premios=1'`)],
  [
    'sets a cookie of another path',
    'storage-left',
    'cookie "premios"',
    opens(`document.cookie = 'premios=1; path=/api'`),
  ],
  ['keeps a database', 'storage-left', 'IndexedDB "premios"', opens(`indexedDB.open('premios')`)],
  ['keeps a cache', 'storage-left', 'cache "premios"', opens(`caches.open('premios')`)],
  [
    'keeps a file',
    'storage-left',
    'file "premios"',
    opens(`navigator.storage.getDirectory().then((root) => root.getFileHandle('premios', { create: true }))`),
  ],
]
