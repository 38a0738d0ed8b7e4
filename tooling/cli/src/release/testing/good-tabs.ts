import { createHash } from 'node:crypto'
import { withEffect } from './hostile-tabs'

const CHUNK = `void 0`
const CHUNK_HASH = `sha384-${createHash('sha384').update(CHUNK).digest('base64')}`

/** What a tab has, and the JavaScript of its component. */
export const GOOD_TABS: [string, string][] = [
  [
    'an interval that clearTimeout ends',
    withEffect('const t = setInterval(() => {}, 9); return () => clearTimeout(t)'),
  ],
  ['receipts', withEffect('props.receipts?.onChange([{ a: 1 }])')],
  ['a global class that it removes', withEffect('window.Premio = class {}; return () => { delete window.Premio }')],
  [
    'a list of tabs of its own',
    `return h('div', { role: 'tablist', 'aria-label': 'Vistas' }, h('a', { role: 'tab', id: 'tab-1', 'aria-selected': true, tabIndex: 0, href: '#a' }, 'Mes'))`,
  ],
  [
    'a progress bar',
    `const [n, setN] = React.useState(0)
      React.useEffect(() => { const t = setInterval(() => setN((x) => (x + 7) % 100), 500); return () => clearInterval(t) }, [])
      return h('div', null, 'Premios', h('div', { style: { background: 'blue', height: 4, width: n + '%', transition: 'width 1s' } }))`,
  ],
  [
    'media queries, elements and presses as any library has them',
    `onOpen(() => {
        const query = matchMedia('(min-width: 600px)'), look = () => {}
        query.addEventListener('change', look)
        navigation.addEventListener('navigate', look)
        customElements.get('mf-codes-star') ?? customElements.define('mf-codes-star', class extends HTMLElement {})
        return () => {
          query.removeEventListener('change', look)
          navigation.removeEventListener('navigate', look)
        }
      }, [])
      return h('div', null, h('mf-codes-star'), h('button', { onClick: () => navigator.clipboard.writeText('Premios').catch(() => {}) }, 'Copiar'), h('button', { onClick: () => window.print() }, 'Imprimir'))`,
  ],
  [
    'a table and a dialog',
    `const [rows, setRows] = React.useState([]), [isOpen, setOpen] = React.useState(false)
      const { apiClient } = shared['shared-auth']
      React.useEffect(() => {
        const loading = new AbortController()
        apiClient.get('SelectCodes', { signal: loading.signal }).then(({ data }) => setRows(data), () => props.notify({ severity: 'error', summary: 'Error', detail: 'error al ejecutar la peticion' }))
        return () => loading.abort()
      }, [])
      React.useEffect(() => {
        if (!isOpen) return
        const close = ({ key }) => key === 'Escape' && setOpen(false)
        document.addEventListener('keydown', close, true)
        document.body.classList.add('p-overflow-hidden')
        return () => {
          document.removeEventListener('keydown', close, true)
          document.body.classList.remove('p-overflow-hidden')
        }
      }, [isOpen])
      return h('div', null,
        h('button', { onClick: () => setOpen(true) }, 'Crear'),
        h('table', null, h('tbody', null, rows.map(({ id, name }, index) => h('tr', { key: index }, h('td', null, id), h('td', null, name))))),
        isOpen && h('div', { role: 'dialog', 'aria-modal': true, 'aria-label': 'Premios' }, h('button', { onClick: () => setOpen(false) }, 'Cerrar')))`,
  ],
  [
    'a form with its own styles',
    `React.useInsertionEffect(() => addStyles('.css-x1y2z3 { color: #000 } .css-x1y2z3:hover { color: #333 } [data-styles="mf-codes@abc123"] p { margin: 0 }' +
          '@keyframes css-fade { from { opacity: 0.9 } } @media print { .css-x1y2z3 { color: #000 } }' +
          '@scope (.css-x1y2z3) to (header) { :scope, button, > span, & b { color: #000 } @media print { i { color: #000 } } }' +
          '@scope (body) to (:scope > *) { button { color: #000 } }'), [])
      const [text, setText] = React.useState('')
      const field = React.useRef(null)
      React.useEffect(() => {
        const timer = setInterval(() => props.draft?.onChange(null), 100)
        field.current.focus()
        return () => clearInterval(timer)
      }, [])
      return h('form', { className: 'css-x1y2z3', onSubmit: (event) => event.preventDefault() },
        h('label', { htmlFor: 'premio' }, 'Premio'),
        h('input', { id: 'premio', ref: field, value: text, onChange: ({ target }) => setText(target.value) }),
        h('button', null, 'Guardar'))`,
  ],
  [
    'a chart',
    `const canvas = React.useRef(null)
      React.useEffect(() => {
        let frame = 0
        const draw = () => { frame = requestAnimationFrame(() => canvas.current.getContext('2d').fillRect(0, 0, 9, 9)) }
        const observer = new ResizeObserver(draw)
        observer.observe(canvas.current)
        observer.observe(document.body)
        addEventListener('resize', draw)
        return () => {
          observer.disconnect()
          cancelAnimationFrame(frame)
          removeEventListener('resize', draw)
        }
      }, [])
      return h('canvas', { ref: canvas, role: 'img', 'aria-label': 'Premios por mes' })`,
  ],
  [
    'a part that is loaded on demand',
    `const [Part, setPart] = React.useState(null)
      React.useEffect(() => {
        const script = document.createElement('script')
        Object.assign(script, { src: 'http://remotes.test/mf-codes/1.0.0/chunk.js', crossOrigin: 'anonymous', integrity: '${CHUNK_HASH}' })
        script.onload = () => setPart(() => () => h('p', null, 'Detalle'))
        document.head.append(script)
        return () => script.remove()
      }, [])
      return Part ? h(Part) : h('p', null, 'Cargando')`,
  ],
]
