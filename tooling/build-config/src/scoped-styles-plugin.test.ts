import { expect, it } from 'vitest'
import { buildPage } from './testing/build-page'

const IN = ':where([data-styles="mf-x@1"],[data-styles="mf-x@1"] *)'

/** @returns the built style sheets by name */
async function build(files: Record<string, string>, container?: string): Promise<Record<string, string>> {
  const built = await buildPage(files, container)
  return Object.fromEntries([...built].filter(([name]) => name.endsWith('.css')))
}

it('limits style sheets, those they import, and CSS modules', async () => {
  const styles = await build({
    'index.js': "import './a.css'; import { card } from './card.module.css'; console.log(card)",
    'a.css': "@import './b.css' layer(base); td { font-size: 31px }",
    'b.css': 'th { animation: spin 1s } @keyframes spin { to { rotate: 1turn } }',
    'card.module.css': '.card { color: red }',
  })
  const [css = ''] = Object.values(styles)
  expect(css).toContain(`td${IN}{font-size:31px}`)
  expect(css).toMatch(/@layer base_mf-x_1\s*\{th:where/)
  expect(css).toContain('@keyframes spin_mf-x_1')
  expect(css).toMatch(/\.[\w-]+:where\(\[data-styles="mf-x@1"\],\[data-styles="mf-x@1"\] \*\)\{color:red\}/)
  expect(css).not.toContain('@import')
})

it.each([
  ['a string with a line break', '.a { content: "x\n} td { color: red } .b { content: "}'],
  ['an unclosed rule', 'td { color: red'],
  ['comments for HTML', '<!-- td { color: red } -->'],
  ['an escaped selector', String.raw`\74 d { color: red }`],
])('limits what a browser reads after %s', async (_place, sheet) => {
  const styles = await build({ 'index.js': "import './a.css'", 'a.css': sheet })
  expect(Object.values(styles).join()).toContain(`td${IN}{color:red}`)
})

it('gives the style sheets of two builds different file names', async () => {
  const files = { 'index.js': "import './a.css'", 'a.css': 'td { color: red }' }
  const [first, second] = [await build(files), await build(files, 'mf-x@2')]
  expect(Object.keys(first)).not.toEqual(Object.keys(second))
})

it('fails the build on a rule that would apply to the whole page', async () => {
  const files = { 'index.js': "import './a.css'", 'a.css': '@import "https://fonts.example/a.css";\ntd { color: red }' }
  await expect(build(files)).rejects.toThrow('is not bundled: copy the file into the project')
})
