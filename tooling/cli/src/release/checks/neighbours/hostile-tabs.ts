import type { Finding } from '../../findings'

/** The end of a component that shows one. */
export const TEXT = `return h('p', null, 'Premios')`
/** A tab that does something once it is open. */
const opens = (effect: string) => `onOpen(() => { ${effect} }); ${TEXT}`
const adds = (style: string) =>
  opens(`document.adoptedStyleSheets.push(sheetOf(${JSON.stringify(style)}))
  function sheetOf(text) { const sheet = new CSSStyleSheet(); sheet.replaceSync(text); return sheet }`)

/** What a tab does, the finding and a part of its text, and the JavaScript of the component. */
export const HOSTILE_TABS: [string, Finding['code'], string, string][] = [
  ['shows an image without a text', 'not-accessible', 'image-alt', `return h('img', { src: 'data:,' })`],
  [
    'has a dialog with a field without a name',
    'not-accessible',
    'label',
    `const [open, setOpen] = React.useState(false)
      return [h('button', { key: 1, onClick: () => setOpen(true) }, 'Crear'), open && h('div', { key: 2, role: 'dialog' }, h('input'))]`,
  ],
  [
    'has weak contrast in a narrow window',
    'not-accessible',
    'color-contrast',
    `const narrow = React.useSyncExternalStore((changed) => {
        addEventListener('resize', changed)
        return () => removeEventListener('resize', changed)
      }, () => innerWidth < 500)
      return h('p', { style: { color: narrow ? '#ddd' : '#000', background: '#fff' } }, 'Premios')`,
  ],
  [
    'styles tables of all tabs',
    'styles-leaked',
    '.p-datatable td',
    adds('@media print { .p-datatable td { color: red } }'),
  ],
  ['styles :root', 'styles-leaked', ':root', adds(':root { --premios: 1 }')],
  ['styles every element', 'styles-leaked', '* ', adds('* { letter-spacing: 1px }')],
  [
    'styles a button that the pointer is on',
    'styles-leaked',
    'button:hover',
    adds('@layer premios { header { button:hover { color: red } } }'),
  ],
  ['styles the root of a scope', 'styles-leaked', 'header', adds('@scope (header) { :scope { letter-spacing: 1px } }')],
  [
    'styles beyond a scope of its own',
    'styles-leaked',
    'main',
    adds('@scope (body) to (p) { :scope main { letter-spacing: 1px } }'),
  ],
  [
    'replaces an animation',
    'styles-leaked',
    '@keyframes',
    adds('@keyframes p-component-overlay-enter-animation { from { opacity: 0.5 } }'),
  ],
  [
    'registers a custom property',
    'styles-leaked',
    '@property --premios',
    adds('@property --premios { syntax: "*"; inherits: true }'),
  ],
  [
    'hides the button for signing out',
    'page-changed',
    'display of <',
    opens(`document.querySelector('header > button').style.display = 'none'`),
  ],
  [
    'covers the tab menu',
    'page-changed',
    'what covers',
    opens(`const cover = document.createElement('div')
        cover.style = 'position: fixed; inset: 0; z-index: 1000000'
        document.body.append(cover)`),
  ],
  [
    'locks the page',
    'page-changed',
    'class of <html > body> was added ("locked")',
    opens(`document.body.className = 'locked'`),
  ],
  [
    'leaves an element on the page',
    'page-changed',
    'aside> was added (<aside class="promo"',
    opens(`document.body.append(Object.assign(document.createElement('aside'), { className: 'promo' }))`),
  ],
  [
    'removes a button of another tab',
    'page-changed',
    'of another tab',
    opens(`document.querySelector('.p-paginator-page').remove()`),
  ],
  [
    'takes the focus back',
    'page-changed',
    'the focus',
    `React.useEffect(() => () => {
        const field = document.querySelector('.p-inputtext')
        setTimeout(() => field.focus(), 50)
      }, [])
      ${TEXT}`,
  ],
  [
    'renames its tab',
    'tab-disguised',
    '"Codigos (3)"',
    opens(`document.getElementById('tab-codigos').textContent = 'Codigos (3)'`),
  ],
  [
    'goes to the end of the tab menu',
    'tab-disguised',
    '"Canje: neighbour", "Codigos"',
    opens(`const tab = document.getElementById('tab-codigos'); tab.parentElement.append(tab)`),
  ],
  [
    'imitates a slot of another remote',
    'tab-disguised',
    'data-slot="detalle:usuario"',
    `return h('div', { 'data-slot': 'detalle:usuario' }, 'Premios')`,
  ],
  [
    'imitates a tab of another remote',
    'tab-disguised',
    'data-styles="mf-users@a1b2c3"',
    `return h('div', { 'data-styles': 'mf-users@a1b2c3' }, 'Premios')`,
  ],
  [
    'changes the title',
    'tab-disguised',
    '"Ganaste"',
    `React.useEffect(() => { setTimeout(() => { document.title = 'Ganaste' }) }, []); ${TEXT}`,
  ],
  [
    'patches fetch',
    'built-in-changed',
    'window.fetch was changed',
    opens(`const { fetch } = window; window.fetch = (...values) => fetch(...values)`),
  ],
  [
    'patches XMLHttpRequest',
    'built-in-changed',
    'XMLHttpRequest.prototype.open',
    opens(
      `const { open } = XMLHttpRequest.prototype; XMLHttpRequest.prototype.open = function (...values) { return open.apply(this, values) }`,
    ),
  ],
  [
    'patches history',
    'built-in-changed',
    'history.pushState was added',
    opens(
      `const { pushState } = history; history.pushState = function (...values) { return pushState.apply(history, values) }`,
    ),
  ],
  ['asks when it opens', 'page-interrupted', 'confirm "¿Seguro?"', opens(`confirm('¿Seguro?')`)],
  ['opens a window', 'page-interrupted', 'window with about:blank', opens(`open('about:blank')`)],
  [
    'saves a file when it opens',
    'page-interrupted',
    'the file premios.csv',
    opens(`saveFrom('data:text/csv,a')
  function saveFrom(href) { Object.assign(document.createElement('a'), { href, download: 'premios.csv' }).click() }`),
  ],
  [
    'adds a method to every array',
    'built-in-changed',
    'Array.prototype.last',
    opens(`Array.prototype.last = function () { return this.at(-1) }`),
  ],
  [
    'intercepts the requests of all tabs',
    'built-in-changed',
    'of shared-auth',
    opens(`shared['shared-auth'].apiClient.interceptors.request.use((request) => request)`),
  ],
  [
    'changes PrimeReact for all tabs',
    'built-in-changed',
    'of primereact/api',
    opens(`shared['primereact/api'].default.ripple = true`),
  ],
  ['leaves a global', 'global-left', 'window.premios', opens(`window.premios = 1`)],
  ['leaves a listener', 'listener-left', '"keydown" on window', opens(`addEventListener('keydown', () => undefined)`)],
  ['leaves a handler', 'listener-left', '"paste" on document.body', opens(`document.body.onpaste = () => undefined`)],
  ['polls', 'still-running', 'setInterval', opens(`setInterval(() => undefined, 1000)`)],
  ['leaves a long timer', 'still-running', 'setTimeout', opens(`setTimeout(() => undefined, 600_000)`)],
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
  ['keeps a value in local storage', 'storage-left', 'localStorage "premios"', opens(`localStorage.premios = 1`)],
  [
    'prolongs the session',
    'storage-left',
    'sessionStorage "expires_at" was changed',
    opens(`sessionStorage.expires_at = 1e15`),
  ],
  ['sets a cookie', 'storage-left', 'cookie "premios"', opens(`document.cookie = 'premios=1'`)],
  ['keeps a database', 'storage-left', 'IndexedDB "premios"', opens(`indexedDB.open('premios')`)],
  ['keeps a cache', 'storage-left', 'cache "premios"', opens(`caches.open('premios')`)],
  [
    'keeps a file',
    'storage-left',
    'file "premios"',
    opens(`navigator.storage.getDirectory().then((root) => root.getFileHandle('premios', { create: true }))`),
  ],
]
