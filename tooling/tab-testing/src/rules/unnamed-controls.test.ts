import { afterEach, expect, it } from 'vitest'
import { unnamedControls } from './unnamed-controls'

afterEach(() => document.body.replaceChildren())

it.each([
  ['<button></button>', 1],
  ['<button type="submit"></button>', 1],
  ['<button><img alt=""></button>', 1],
  ['<input type="text">', 1],
  ['<input type="button">', 1],
  ['<input type="date"><input type="password"><input type="file">', 3],
  ['<div role="menuitem"></div><div role="tab"></div><div role="slider"></div>', 3],
  ['<label>Desde <input type="date"></label><input type="password" aria-label="Clave">', 0],
  ['<div hidden><input type="date"></div>', 0],
  ['<button>Ok</button>', 0],
  ['<button><img alt="Ok"></button>', 0],
  ['<input placeholder="Nombre">', 0],
  ['<input type="image" alt="Buscar">', 0],
  ['<input type="submit"><input type="reset">', 0],
  ['<input type="button" value="Ok">', 0],
  ['<label>Nombre <input></label>', 0],
  ['<div hidden><button></button></div>', 0],
  ['<button style="display: none"></button>', 0],
])('finds in %s %i controls without a name', (html, count) => {
  document.body.innerHTML = html
  expect(unnamedControls()).toHaveLength(count)
})
