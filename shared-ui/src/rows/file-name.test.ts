import { expect, it } from 'vitest'
import { fileName } from './file-name'

const now = new Date('2026-11-26T10:31:05-05:00')

it.each([
  ['Codigos', 'Codigos 2026-11-26 10.31.05.xlsx'],
  ['Premios/Bonos', 'Premios Bonos 2026-11-26 10.31.05.xlsx'],
  ['../..\\C:\\a<b>|"?*', '.. .. C a b 2026-11-26 10.31.05.xlsx'],
  ['Año\u202Egpj\u0000\uD800', 'Año gpj 2026-11-26 10.31.05.xlsx'],
  ['😀'.repeat(200), `${'😀'.repeat(80)} 2026-11-26 10.31.05.xlsx`],
  ['', '2026-11-26 10.31.05.xlsx'],
])('names a file of %j without what a file system refuses', (name, file) => {
  expect(fileName(name, now)).toBe(file)
})
