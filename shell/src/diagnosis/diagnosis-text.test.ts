import { expect, it } from 'vitest'
import { diagnosisText, type Facts } from './diagnosis-text'

const now = new Date('2026-11-26T10:31:05-05:00')
const ago = (seconds: number) => new Date(now.getTime() - 1000 * seconds)

const facts: Facts = {
  now,
  shell: { version: '1.0.0', build: 'abc' },
  states: [{ name: 'mf-codes', epoch: 1, n: 4, confirmedAt: ago(200).getTime() }],
  remotes: ['Codigos (mf-codes): 1.0.0 [b], en uso'],
  requests: [
    { at: ago(2), path: 'SelectCodes', status: 200, id: 'req-1' },
    { at: ago(1), path: 'DeleteCode', status: undefined, id: undefined },
  ],
  browser: 'Mozilla/5.0',
  clockOffsetMs: -61_000,
}

it('has what mends a fault, in one text', () => {
  expect(diagnosisText(facts).split('\n').slice(1)).toEqual([
    'Aplicación (shell): 1.0.0 [abc]',
    '',
    'Pestañas y extensiones',
    'Codigos (mf-codes): 1.0.0 [b], en uso',
    '',
    'Estados de las pestañas',
    'mf-codes: estado 4 de la época 1, confirmado hace 3 min',
    '',
    'Últimas peticiones al servicio',
    '10:31:03 SelectCodes: 200, req-1',
    '10:31:04 DeleteCode: sin respuesta, sin identificador',
    '',
    'Navegador: Mozilla/5.0',
    'Reloj: 61 s atrasado respecto al del servidor',
  ])
  expect(diagnosisText(facts)).toMatch(/^Diagnóstico de Canje, 2026-11-26 10:31:05 GMT-5\n/)
})

it.each<[string, Partial<Facts>]>([
  ['Estados de las pestañas\nNinguno', { states: [] }],
  [
    'mf-codes: estado 4 de la época 2, guardado en este navegador; el servidor no lo ha confirmado',
    { states: [{ name: 'mf-codes', epoch: 2, n: 4, confirmedAt: undefined }] },
  ],
  ['confirmado hace 5 s', { states: [{ name: 'mf-codes', epoch: 1, n: 4, confirmedAt: ago(5).getTime() }] }],
  ['Pestañas y extensiones\nNinguna', { remotes: [] }],
  ['Últimas peticiones al servicio\nNinguna', { requests: [] }],
  ['Reloj: no se pudo comparar con el del servidor', { clockOffsetMs: undefined }],
  ['Reloj: igual al del servidor', { clockOffsetMs: 900 }],
  ['Reloj: 10 min adelantado respecto al del servidor', { clockOffsetMs: 600_000 }],
  ['Reloj: 5 h atrasado respecto al del servidor', { clockOffsetMs: -18_000_000 }],
  ['Reloj: 400 días atrasado respecto al del servidor', { clockOffsetMs: -34_560_000_000 }],
])('says %j', (line, changed) => {
  expect(diagnosisText({ ...facts, ...changed })).toContain(line)
})
