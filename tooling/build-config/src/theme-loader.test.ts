import { expect, it } from 'vitest'
import themeInColors from './theme-loader.js'

const THEME = `
  @font-face { font-family: Inter; src: url('./Inter.woff2') }
  .p-button { color: #ffffff; background: #3b82f6 }
  .p-button:focus { box-shadow: 0 0 0 2px #bfdbfe }
  .p-inputgroup > .p-component, .p-inputgroup > .p-calendar { margin: 0 }
  .p-calendar .p-inputtext { color: #4b5563 }`

/** @returns the loaded theme in one line */
function themeOf(resourceQuery: string): string {
  return themeInColors.call({ resourceQuery }, THEME).replace(/\s+/g, ' ')
}

it("gives the components of the first screens Canje's colours, without fonts and focus rings", () => {
  const theme = themeOf('')
  expect(theme).toContain('.p-button { color: var(--primary-color-text); background: var(--primary-color) }')
  expect(theme).toContain('.p-inputgroup > .p-component')
  expect(theme).not.toMatch(/Inter|#bfdbfe|\.p-calendar \.p-inputtext/)
})

it('leaves the components that only tabs render to another style sheet', () => {
  const theme = themeOf('?others')
  expect(theme).toContain('.p-calendar .p-inputtext { color: var(--text-color) }')
  expect(theme).not.toMatch(/p-button|p-inputgroup/)
})
