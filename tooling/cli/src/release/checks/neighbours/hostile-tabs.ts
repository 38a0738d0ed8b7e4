import type { Finding } from '../../findings'

/** The end of a component that shows one. */
export const TEXT = `return h('p', null, 'Premios')`
/** What a tab does, the finding and a part of its text, and the JavaScript of the component. */
export type HostileTab = [what: string, code: Finding['code'], line: string, component: string]
/** What tabs do, parts of the texts of the finding, and scripts, from which the JavaScript of the components is made. */
type Tabs = [what: string, line: string, script: string][]

const tabs = (code: Finding['code'], tabs: Tabs, component = (script: string) => script): HostileTab[] =>
  tabs.map(([what, line, script]) => [what, code, line, component(script)])
/** Tabs that do something once they are open. */
export const opens = (code: Finding['code'], ...rows: Tabs) =>
  tabs(code, rows, (effect) => `onOpen(() => { ${effect} }); ${TEXT}`)
const patches = (object: string, method: string) =>
  `const { ${method} } = ${object}; ${object}.${method} = function (...values) { return ${method}.apply(this, values) }`
const adds = (...rows: Tabs) =>
  opens(
    'styles-leaked',
    ...rows.map(([what, line, style]): Tabs[0] => [
      what,
      line,
      `document.adoptedStyleSheets.push(sheetOf(${JSON.stringify(style)}))
  function sheetOf(text) { const sheet = new CSSStyleSheet(); sheet.replaceSync(text); return sheet }`,
    ]),
  )

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
  ...opens(
    'page-changed',
    [
      'styles tables by the hook of PrimeReact for styles',
      'color of <',
      `const style = document.createElement('style')
        style.dataset.primereactStyleId = 'premios'
        style.nonce = document.querySelector('meta[nonce]').nonce
        style.textContent = 'td { color: rgb(1, 2, 3) }'
        document.head.append(style)`,
    ],
    [
      'hides the button to sign out',
      'display: none',
      `document.querySelector('header > button').style.display = 'none'`,
    ],
    ['covers the tab menu', '<html > body > div> was added', `document.body.append(document.createElement('div'))`],
    ['locks the page', 'class of <html > body> was added ("locked")', `document.body.className = 'locked'`],
    ['removes a button of another tab', 'button> was removed', `document.querySelector('.p-paginator-page').remove()`],
    ['colours the tab menu', 'color: red', `document.getElementById('tab-canje-neighbour').style.color = 'red'`],
  ),
  ...tabs('page-changed', [
    [
      'takes the focus back',
      'the focus',
      `React.useEffect(() => () => {
        const field = document.querySelector('.p-inputtext')
        setTimeout(() => field.focus(), 50)
      }, [])
      ${TEXT}`,
    ],
  ]),
  ...opens(
    'built-in-changed',
    ['patches fetch', 'fetch was changed', patches('window', 'fetch')],
    ['patches XMLHttpRequest', 'XMLHttpRequest.prototype.open', patches('XMLHttpRequest.prototype', 'open')],
    ['patches history', 'history.pushState was added', patches('history', 'pushState')],
    [
      'adds a method to every array',
      'Array.prototype.last',
      'Array.prototype.last = function () { return this.at(-1) }',
    ],
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
      'the file premios.csv',
      `save({ href: 'data:,a', download: 'premios.csv' })
      function save(link) { Object.assign(document.createElement('a'), link).click() }`,
    ],
  ),
  ...opens('render-failed', [
    'intercepts the requests of all tabs',
    'It shows an error with rows',
    `shared['shared-auth'].apiClient.interceptors.request.use((request) => request)`,
  ]),
]
