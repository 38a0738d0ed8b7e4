import type { Finding } from '../../findings'

/** The end of a component that shows one. */
export const TEXT = `return h('p', null, 'Premios')`
/** A tab that does something once it is open. */
export const opens = (effect: string) => `onOpen(() => { ${effect} }); ${TEXT}`
const adds = (style: string) =>
  opens(`document.adoptedStyleSheets.push(sheetOf(${JSON.stringify(style)}))
  function sheetOf(text) { const sheet = new CSSStyleSheet(); sheet.replaceSync(text); return sheet }`)

/** What a tab does, the finding and a part of its text, and the JavaScript of the component. */
export type HostileTab = [what: string, code: Finding['code'], line: string, component: string]

/** Tabs that harm staff or other tabs while they are open. */
export const HOSTILE_TABS: HostileTab[] = [
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
    'colours the tab menu',
    'page-changed',
    'color of <a> ',
    opens(`document.getElementById('tab-canje-neighbour').style.color = 'red'`),
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
]
