import type { Finding } from '../findings'

/** The end of a component that shows one. */
export const TEXT = `return h('p', null, 'Premios')`
/** What a tab does, the finding and a part of its text, and the JavaScript of the component. */
export type HostileTab = [what: string, code: Finding['code'], line: string, component: string]
/** What tabs do, parts of the texts of the finding, and scripts, from which the JavaScript of the components is made. */
type Tabs = [what: string, line: string, script: string][]

const tabs = (code: Finding['code'], tabs: Tabs, component = (script: string) => script): HostileTab[] =>
  tabs.map(([what, line, script]) => [what, code, line, component(script)])
/** A tab with an effect. */
export const withEffect = (effect: string) => `onOpen(() => { ${effect} }); ${TEXT}`
export const opens = (code: Finding['code'], ...rows: Tabs) => tabs(code, rows, withEffect)
const patches = (object: string, method: string) =>
  `const { ${method} } = ${object}; ${object}.${method} = function (...values) { return ${method}.apply(this, values) }`
const adds = (...rows: Tabs) =>
  tabs('styles-leaked', rows, (style) => withEffect(`addStyles(${JSON.stringify(style)})`))

/** Tabs that harm staff or other tabs while they are open. */
export const HOSTILE_TABS: HostileTab[] = [
  ...tabs('not-accessible', [
    ['shows an image without a text', 'image-alt', `return h('img', { src: 'data:,' })`],
    [
      'has a dialog with a field without a name',
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
      'color-contrast',
      `const narrow = React.useSyncExternalStore((changed) => {
        addEventListener('resize', changed)
        return () => removeEventListener('resize', changed)
      }, () => innerWidth < 500)
      return h('p', { style: { color: narrow ? '#ddd' : '#000', background: '#fff' } }, 'Premios')`,
    ],
  ]),
  ...adds(
    ['styles tables of all tabs', '.p-datatable td', '@media print { .p-datatable td { color: red } }'],
    ['styles :root', ':root', ':root { --premios: 1 }'],
    ['styles every element', '* ', '* { letter-spacing: 1px }'],
    ['styles a hovered button', 'button:hover', '@layer premios { header { button:hover { color: red } } }'],
    ['styles the button of a file field', 'input::file', 'input::file-selector-button { color: red }'],
    ['styles tables in print, within another rule', 'td', 'td { @media print { color: red } }'],
    ['styles required fields', 'input:required', 'input:required { color: red }'],
    ['styles fields of a type', 'input[type', 'input[type="date"] { color: red }'],
    ['hides the toasts of all tabs', '.p-toast', '.p-toast { display: none }'],
    ['styles the root of a scope', 'header', '@scope (header) { :scope { letter-spacing: 1px } }'],
    ['styles beyond a scope of its own', 'main', '@scope (body) to (p) { :scope main { letter-spacing: 1px } }'],
    ['replaces an animation', '@keyframes', '@keyframes p-component-overlay-enter-animation { from { opacity: 0.5 } }'],
    ['registers a property', '@property --premios', '@property --premios { syntax: "*"; inherits: true }'],
  ),
  ...opens('error-unhandled', [
    'throws later',
    'Error: no premios',
    `setTimeout(() => { throw new Error('no premios') })`,
  ]),
  ...tabs('error-unhandled', [
    [
      'copies without the permission',
      'NotAllowedError',
      `return h('button', { onClick: () => void navigator.clipboard.writeText('Premios') }, 'Copiar')`,
    ],
  ]),
  ...opens(
    'page-changed',
    [
      'styles tables by useStyle of PrimeReact',
      'color of <',
      `const style = document.createElement('style')
        style.dataset.primereactStyleId = 'premios'
        style.nonce = document.querySelector('meta[nonce]').nonce
        style.textContent = 'td { color: rgb(1, 2, 3) }'
        document.head.append(style)`,
    ],
    ['hides the sign-out', 'display: none', `document.querySelector('header > button').style.display = 'none'`],
    ['takes the focus', 'the focus', `return () => setTimeout(() => document.querySelector('input').focus(), 50)`],
    ['locks the page', 'class of <html > body> was added ("locked")', `document.body.className = 'locked'`],
    ['removes a button of another tab', 'button> was removed', `document.querySelector('.p-paginator-page').remove()`],
    ['colours the tab menu', 'color: red', `document.getElementById('tab-canje-neighbour').style.color = 'red'`],
  ),
  ...opens(
    'built-in-changed',
    ['patches fetch', 'fetch was changed', patches('window', 'fetch')],
    ['patches XMLHttpRequest', 'XMLHttpRequest.prototype.open', patches('XMLHttpRequest.prototype', 'open')],
    ['patches history', 'history.pushState was added', patches('history', 'pushState')],
    ['extends arrays', 'Array.prototype.last', 'Array.prototype.last = function () { return this.at(-1) }'],
    ['patches the clipboard', 'clipboard.writeText was added', 'navigator.clipboard.writeText = async () => undefined'],
    ['changes PrimeReact', 'of primereact/api', `shared['primereact/api'].default.ripple = true`],
  ),
  ...opens(
    'page-interrupted',
    ['asks when it opens', 'confirm "¿Seguro?"', `confirm('¿Seguro?')`],
    ['opens a window', 'window with about:blank', `open('about:blank')`],
    ['prints', 'window.print()', 'print()'],
    ['asks where staff are', 'geolocation.getC', 'navigator.geolocation.getCurrentPosition(() => undefined)'],
    ['opens another program', 'mailto:ana@example.com', `location.href = 'mailto:ana@example.com'`],
    [
      'saves a file',
      'the file a.csv',
      `Object.assign(document.createElement('a'), { href: 'data:,1', download: 'a.csv' }).click()`,
    ],
  ),
  ...opens('render-failed', [
    'intercepts the requests of all tabs',
    'It shows an error with rows',
    `shared['shared-auth'].apiClient.interceptors.request.use((request) => request)`,
  ]),
]
