import { expect, it } from 'vitest'
import { buildPage } from './testing/build-page'

const THEME = `
  @font-face { font-family: Inter; src: url('./Inter.woff2') }
  :root { --surface-900: #111827 }
  .p-button { color: #ffffff; background: #3b82f6 }
  .p-button:focus { box-shadow: 0 0 0 2px #bfdbfe }
  .p-inputgroup > .p-component, .p-inputgroup > .p-calendar { margin: 0 }
  .p-calendar .p-inputtext { color: #4b5563 }`

/** @returns the style sheet of a page that imports the theme, in one line */
async function themeOf(query: string): Promise<string> {
  const built = await buildPage({
    'index.js': `import './primereact/theme.css${query}'`,
    'primereact/theme.css': THEME,
  })
  const [sheet = ''] = [...built].flatMap(([name, text]) => (name.endsWith('.css') ? [text] : []))
  return sheet.replace(/\s+/g, ' ')
}

it("gives the components of the first screens Canje's colours, without fonts and focus rings", async () => {
  const theme = await themeOf('')
  expect(theme).toContain('color:var(--primary-color-text);background:var(--primary-color)}')
  expect(theme).toContain('--surface-900:var(--text-color)')
  expect(theme).toContain('.p-inputgroup>.p-component')
  expect(theme).not.toMatch(/Inter|bfdbfe|\.p-calendar \.p-inputtext/)
})

it('leaves the components that only tabs render to another style sheet', async () => {
  const theme = await themeOf('?others')
  expect(theme).toMatch(/^\.p-calendar \.p-inputtext.*\{color:var\(--text-color\)\}$/)
  expect(theme).not.toMatch(/p-button|p-inputgroup/)
})
