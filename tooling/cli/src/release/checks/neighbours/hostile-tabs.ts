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
      return [
        ...Array.from('abcdefghi', (text) => h('button', { key: text }, text)),
        h('button', { key: 1, className: 'p-button', onClick: () => setOpen(true) }, 'Crear'),
        open && h('div', { key: 2, role: 'dialog' }, h('input')),
      ]`,
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
  [
    'styles the button of a file field',
    'styles-leaked',
    'input::file',
    adds('input::file-selector-button { color: red }'),
  ],
  ['styles tables in print, within another rule', 'styles-leaked', 'td', adds('td { @media print { color: red } }')],
  ['styles required fields', 'styles-leaked', 'input:required', adds('input:required { color: red }')],
  ['styles fields of a type', 'styles-leaked', 'input[type', adds('input[type="date"] { color: red }')],
  ['hides the toasts of all tabs', 'styles-leaked', '.p-toast', adds('.p-toast { display: none }')],
  [
    'disguises its styles as those of PrimeReact',
    'page-changed',
    'color of <td> ',
    `React.useEffect(() => {
        const style = document.createElement('style')
        style.dataset.primereactStyleId = 'premios'
        style.nonce = document.querySelector('meta[nonce]').nonce
        style.textContent = 'td { color: rgb(1, 2, 3) }'
        document.head.append(style)
      }, [])
      ${TEXT}`,
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
    'renames its tab, but not for screen readers',
    'tab-disguised',
    '"Codigos: Ganaste"',
    opens(`Object.assign(document.getElementById('tab-codigos'), { ariaLabel: 'Codigos', textContent: 'Ganaste' })`),
  ],
  [
    'hides another tab',
    'tab-disguised',
    '"hidden"',
    opens(`document.getElementById('tab-canje-neighbour').style.opacity = 0`),
  ],
  [
    'colours the tab menu',
    'page-changed',
    'color of <a> ',
    opens(`document.getElementById('tab-canje-neighbour').style.color = 'red'`),
  ],
  [
    'goes to the end of the tab menu',
    'tab-disguised',
    '"Canje: neighbour", "Codigos"',
    opens(`const tab = document.getElementById('tab-codigos'); tab.parentElement.append(tab)`),
  ],
  [
    'moves to the end of the tab menu while it is open',
    'tab-disguised',
    '"Canje: neighbour", "Codigos"',
    `React.useEffect(() => {
        const { style } = document.getElementById('tab-codigos')
        style.order = 1
        return () => { style.order = '' }
      }, [])
      ${TEXT}`,
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
  ['prints', 'page-interrupted', 'window.print()', opens('print()')],
  [
    'asks where staff are',
    'page-interrupted',
    'geolocation.getCurrentPosition()',
    opens('navigator.geolocation.getCurrentPosition(() => undefined)'),
  ],
  [
    'opens another program',
    'page-interrupted',
    'mailto:ana@example.com',
    opens(`location.href = 'mailto:ana@example.com'`),
  ],
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
    'patches the clipboard',
    'built-in-changed',
    'navigator.clipboard.writeText was added',
    opens(`navigator.clipboard.writeText = async () => undefined`),
  ],
  [
    'intercepts the requests of all tabs',
    'render-failed',
    'It shows an error with rows',
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
