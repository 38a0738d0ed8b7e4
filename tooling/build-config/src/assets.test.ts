import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { buildPage } from './testing/build-page'

const FOLDER = 'https://store.test/mf-x/1.0.0/'
const LARGE = '\u0001'.repeat(20_000)

/** Builds a page, and runs it from the release store. @returns the built files, and what `index.js` shows */
async function run(files: Record<string, string>) {
  const built = await buildPage(files)
  const shown: unknown[] = []
  const context = {
    document: { currentScript: { tagName: 'SCRIPT', src: `${FOLDER}main.js` } },
    self: { location: 'https://office.test/main' },
    URL,
    show: (...values: unknown[]) => void shown.push(...values),
  }
  runInNewContext(built.get('main.js') ?? '', context)
  return { files: [...built.keys()], shown }
}

/** Runs a page that shows the URLs of large files. */
function showLarge(names: string[]) {
  const script = names.map((name, index) => `import url${index} from './${name}'; show(url${index})`).join('\n')
  return run({ 'index.js': script, ...Object.fromEntries(names.map((name) => [name, LARGE])) })
}

it('gives the classes of a CSS module as a default, a namespace and named imports', async () => {
  const { shown } = await run({
    'index.js': `
      import styles, { card, myCard } from './card.module.css'
      import * as all from './card.module.css'
      show(styles.card, card, all.card, styles['my-card'], myCard)`,
    'card.module.css': '.card { color: red } .my-card { color: blue }',
  })
  const [card, named, ofNamespace, dashed, camelCase] = shown
  expect(card).toMatch(/^[\w-]+$/)
  expect([named, ofNamespace]).toEqual([card, card])
  expect(dashed).toMatch(/^[\w-]+$/)
  expect(dashed).not.toBe(card)
  expect(camelCase).toBe(dashed)
})

it('gives images and fonts a URL in the folder of the release', async () => {
  const types = ['svg', 'PNG', 'jpg', 'jpeg', 'gif', 'webp', 'woff2']
  const { shown } = await showLarge(types.map((type) => `picture.${type}`))
  const url = (type: string) => expect.stringMatching(new RegExp(`^${FOLDER}picture\\.[\\da-f]{16}\\.${type}$`))
  expect(shown).toEqual(types.map(url))
})

it('puts small images into the code, and no font: the policy of the page refuses it', async () => {
  const { shown } = await run({
    'index.js': "import icon from './icon.svg'; import font from './font.woff2'; show(icon, font)",
    'icon.svg': '<svg/>',
    'font.woff2': 'font',
  })
  expect(shown).toEqual([
    expect.stringMatching(/^data:image\/svg\+xml;/),
    expect.stringMatching(/^https:.*font\..*\.woff2$/),
  ])
})

it('resolves the URLs of a style sheet, a module and JSON', async () => {
  const { files, shown } = await run({
    'index.js': `
      import './a.css'
      import data from './data.json'
      show(data.name, new URL('./terms.pdf', import.meta.url).href)`,
    'a.css': "@font-face { font-family: Inter; src: url('./Inter.woff2') }",
    'data.json': '{ "name": "Premios" }',
    'Inter.woff2': 'font of the tab',
    'terms.pdf': 'terms',
  })
  const [pdf] = files.filter((name) => name.endsWith('.pdf'))
  expect(shown).toEqual(['Premios', `${FOLDER}${pdf}`])
  expect(files).toContainEqual(expect.stringMatching(/^Inter\.[\da-f]+\.woff2$/))
})

it('names files as a release can', async () => {
  const names = {
    'Foto del año (1).png': '',
    'логотип.svg': '',
    '.punto.png': '',
    'logo@2x.png': 'logo@2x.',
    [`${'a'.repeat(200)}.png`]: '',
  }
  const { shown } = await showLarge(Object.keys(names))
  const plain = shown.map((url) =>
    String(url)
      .replace(FOLDER, '')
      .replace(/[\da-f]{16}\.\w+$/, ''),
  )
  expect(plain).toEqual(Object.values(names))
})
