import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { groupActions } from './staff-actions'
import type { StaffEvent } from './staff-events'

const DESCRIPTION = join(import.meta.dirname, '../../../docs/reference-backend.md')

let lastId = 1_000
const event = (fields: Partial<StaffEvent>): StaffEvent => {
  lastId -= 1
  const none = { batch: null, actionId: null, codeId: null, codeName: null, count: 0, address: null }
  return { id: lastId, date: '2026-11-25 10:00:00', userName: 'ana', action: 'sign_in', ...none, ...fields }
}
const code = (codeId: number, fields: Partial<StaffEvent>) => event({ codeId, codeName: `C${codeId}`, ...fields })
const summaries = (events: StaffEvent[]) =>
  groupActions(events, true).map(({ text, codes, kind }) =>
    [text, codes.map(({ name }) => name).join(), kind].join(' | '),
  )

it('makes one action of the codes of one request, in the order of the codes', () => {
  const created = [2, 1].map((id) => code(id, { action: 'create', actionId: 7, count: 2 }))
  const others = [4, 3].map((id) => code(id, { action: 'create', actionId: 8, count: 2 }))
  expect(summaries([...others, ...created])).toEqual([
    'creó 2 codigos | C3,C4 | codes',
    'creó 2 codigos | C1,C2 | codes',
  ])
})

it('makes one action of a batch, though other accounts acted meanwhile', () => {
  const batch = { action: 'delete', batch: 'b', count: 1 }
  const events = [
    code(3, { ...batch, actionId: 13 }),
    event({ userName: 'eva', action: 'sign_in' }),
    code(2, { ...batch, actionId: 12, date: '2026-11-25 09:59:58' }),
    code(9, { ...batch, actionId: 11, userName: 'eva' }),
    code(1, { ...batch, actionId: 10 }),
  ]
  expect(summaries(events)).toEqual([
    'eliminó 3 codigos | C1,C2,C3 | codes',
    'ingresó |  | accounts',
    'eliminó 1 codigo | C9 | codes',
  ])
})

it('keeps presses apart where the service has no batches', () => {
  const events = [2, 1].map((id) => code(id, { action: 'delete', actionId: id, count: 1 }))
  expect(summaries(events)).toEqual(['eliminó 1 codigo | C2 | codes', 'eliminó 1 codigo | C1 | codes'])
})

it('counts the codes that have not been read yet', () => {
  const [action] = groupActions([code(500, { action: 'delete_all', actionId: 5, count: 1_234 })], false)
  expect(action).toMatchObject({ text: 'eliminó 1.234 codigos', isPartial: true })
  expect(action?.codes).toHaveLength(1)
  expect(groupActions([code(1, { action: 'create', actionId: 1, count: 1 })], false)[0]?.isPartial).toBe(false)
})

it.each([
  ['09:59:00', false, true, 'eliminó 2 codigos o más'],
  ['09:59:00', true, false, 'eliminó 2 codigos'],
  ['09:40:00', false, false, 'eliminó 2 codigos'],
  ['14:49:00Z', false, false, 'eliminó 2 codigos'],
])('takes a batch for cut when the log goes on before it: %s, %s', (time, isComplete, isPartial, text) => {
  vi.stubEnv('TZ', 'Asia/Tokyo')
  const batch = [2, 1].map((id) => code(id, { action: 'delete', batch: 'b', actionId: id, count: 1 }))
  const before = event({ date: `2026-11-25 ${time}` })
  expect(groupActions([...batch, before], isComplete)[0]).toMatchObject({ isPartial, text })
})

it('has failed sign-ins apart, and keeps unknown actions as they are', () => {
  const events = ['sign_in_failed', 'sign_in_throttled', 'renewal', 'export', 'constructor'].map((action) =>
    event({ action, userName: action === 'sign_in_failed' ? null : 'ana' }),
  )
  expect(groupActions(events, true).map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
    'failures: no pudo ingresar',
    'failures: no pudo ingresar: demasiados intentos',
    'accounts: renovó la sesión',
    'accounts: export',
    'accounts: constructor',
  ])
})

it('has words for every action that the reference backend records', () => {
  const [, section = ''] = readFileSync(DESCRIPTION, 'utf8').split('## Audit log\n')
  const cells = section.split('\n- **', 1)[0]?.match(/^\| `[^|]+/gm) ?? []
  const actions = cells.flatMap((cell) => cell.match(/\w+/g) ?? []).filter((action) => action !== 'action')
  expect(actions).toContain('password_changed')
  const texts = groupActions(
    actions.map((action) => event({ action })),
    true,
  ).map(({ text }) => text)
  expect(actions.filter((action) => texts.some((text) => text.includes(action)))).toEqual([])
})

it('takes fields of any type from a service', () => {
  const odd = { batch: 7, actionId: 'x', count: 'many', userName: true, date: null, action: null }
  expect(summaries([code(1, odd)])).toEqual([' | C1 | accounts'])
})
