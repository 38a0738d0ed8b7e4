import { type HostileTab, opens } from './hostile-tabs'

/** Tabs that leave something behind when they are closed. */
export const LEAVING_TABS: HostileTab[] = [
  ...opens('global-left', ['leaves a global', 'window.premios', 'window.premios = 1']),
  ...opens(
    'listener-left',
    ['leaves a listener', '"keydown" on window', `addEventListener('keydown', () => {})`],
    ['leaves a handler', '"paste" on <body>', 'document.body.onpaste = () => {}'],
    ['listens to the medium', '"change" on matchMedia()', `matchMedia('print').addEventListener('change', () => {})`],
    [
      'listens to a tab',
      '"click" on <a#tab-canje-neighbour>',
      `document.querySelector('#tab-canje-neighbour').addEventListener('click', () => {})`,
    ],
  ),
  ...opens(
    'still-running',
    ['polls', 'setInterval', 'setInterval(() => {}, 1000)'],
    ['leaves a long timer', 'setTimeout', 'setTimeout(() => {}, 600_000)'],
    [
      'requests again and again',
      'the request GET',
      `poll(shared['shared-auth'].apiClient)
      function poll(client) { client.get('SelectCodes').then(() => poll(client)) }`,
    ],
    ['defines an element', '"mf-premios"', `customElements.define('mf-premios', class extends HTMLElement {})`],
    ['registers a service worker', 'serviceWorker.register', `navigator.serviceWorker.register('/premios.js')`],
    ['leaves a channel open', 'BroadcastChannel', `new BroadcastChannel('premios')`],
    ['observes the page', 'MutationObserver', 'new MutationObserver(() => {}).observe(document, { childList: true })'],
    ['changes the URL by itself', 'history.replaceState', `history.replaceState(history.state, '', location.href)`],
    ['changes the fragment', 'a change of the fragment', `location.hash = 'premios'`],
  ),
  ...opens(
    'storage-left',
    ['keeps a value in local storage', 'localStorage "premios"', 'localStorage.premios = 1'],
    ['prolongs the session', 'sessionStorage "expires_at" was changed', 'sessionStorage.expires_at = 1e15'],
    ['sets a cookie', 'cookie "premios"', `document.cookie = 'premios=1'`],
    ['sets a cookie of another path', 'cookie "premios"', `document.cookie = 'premios=1; path=/api'`],
    ['keeps a database', 'IndexedDB "premios"', `indexedDB.open('premios')`],
    ['keeps a cache', 'cache "premios"', `caches.open('premios')`],
    [
      'keeps a file',
      'file "premios"',
      `navigator.storage.getDirectory().then((root) => root.getFileHandle('premios', { create: true }))`,
    ],
  ),
]
