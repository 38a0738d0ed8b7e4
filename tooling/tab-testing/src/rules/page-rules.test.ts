import { afterEach, expect, it } from 'vitest'
import { watchPage } from './page-rules'

const page = watchPage(() => undefined)

afterEach(() => {
  page.forget()
  document.body.replaceChildren()
})

it.each([
  ['<button></button>', 1],
  ['<button type="submit"></button>', 1],
  ['<button><img alt=""></button>', 1],
  ['<input type="text">', 1],
  ['<input type="button">', 1],
  ['<button>Ok</button>', 0],
  ['<button><img alt="Ok"></button>', 0],
  ['<input placeholder="Nombre">', 0],
  ['<input type="image" alt="Buscar">', 0],
  ['<input type="submit"><input type="reset">', 0],
  ['<input type="button" value="Ok">', 0],
  ['<label>Nombre <input></label>', 0],
  ['<div hidden><button></button></div>', 0],
])('finds in %s %i controls without a name', (html, count) => {
  document.body.innerHTML = html
  expect(page.problems()).toHaveLength(count)
  document.body.replaceChildren()
})

it('skips a control that a style hides', () => {
  document.body.innerHTML = '<button></button>'
  Object.assign(document.body.firstElementChild ?? {}, { checkVisibility: () => false })
  expect(page.problems()).toEqual([])
  document.body.replaceChildren()
})

it('forgives a focused button that is disabled for a moment only', async () => {
  document.body.innerHTML = '<button>Guardar</button>'
  const [button] = document.querySelectorAll('button')
  button?.focus()
  button?.click()
  button?.setAttribute('disabled', '')
  await expect.poll(() => page.problems()).toHaveLength(1)
  button?.removeAttribute('disabled')
  await expect.poll(() => page.problems()).toEqual([])
  button?.remove()
  await expect.poll(() => page.problems()).toHaveLength(1)
  page.forget()
})
