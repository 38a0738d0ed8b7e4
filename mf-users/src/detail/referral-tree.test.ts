import { expect, it } from 'vitest'
import { type Referred, referralTree, type TreeLine, visibleLines } from './referral-tree'

type Id = Referred['id']
const row = (id: Id, parent_id: Id): Referred => ({ id, parent_id, name: `N${id}`, points: 1 })

/** The lines with every user expanded whose children can be shown. */
function expandedLines(root: Id, rows: readonly Referred[]): readonly TreeLine[] {
  const tree = referralTree(root, rows)
  const expanded = new Set<string>()
  for (;;) {
    const lines = visibleLines(tree, expanded)
    const collapsed = lines.filter((line) => 'user' in line && line.isExpanded === false)
    if (collapsed.length === 0) return lines
    for (const { key } of collapsed) expanded.add(key)
  }
}

const textOf = (line: TreeLine) => `${line.level} ${'user' in line ? line.user.id : `y ${line.missing} más`}`

it('lists the children of expanded users only, below them', () => {
  const tree = referralTree(1, [row(2, 1), row(3, 1), row(4, 2), row(5, 2)])
  const lines = visibleLines(tree, new Set())
  expect(lines).toMatchObject([
    { level: 1, place: 1, siblings: 2, isExpanded: false, user: { id: 2 } },
    { level: 1, place: 2, siblings: 2, isExpanded: undefined, user: { id: 3 } },
  ])
  expect(visibleLines(tree, new Set([lines[0]?.key ?? ''])).map(textOf)).toEqual(['1 2', '2 4', '2 5', '1 3'])
})

it.each([
  ['through the root', [row(2, 1), row(1, 2)], ['1 2', '2 1']],
  ['of the root alone', [row(1, 1)], ['1 1']],
  ['below the root', [row(2, 1), row(3, 2), row(4, 3), row(2, 4)], ['1 2', '2 3', '3 4', '4 2']],
  ['of one user', [row(2, 1), row(2, 2)], ['1 2', '2 2']],
])('ends at a cycle %s', (_name, rows, expected) => {
  expect(expandedLines(1, rows).map(textOf)).toEqual(expected)
})

it('keeps users apart whose ids are the same digits as a number and as a text', () => {
  const rows = [row(2, 1), row('2', 1), row(3, 2), row(4, '2')]
  expect(expandedLines(1, rows).map(textOf)).toEqual(['1 2', '2 3', '1 2', '2 4'])
  expect(expandedLines('1', rows)).toEqual([])
})

it('gives each line its own key, also for a user who is listed twice', () => {
  const lines = expandedLines(1, [row(2, 1), row(2, 1), row(3, 2)])
  expect(lines.map(textOf)).toEqual(['1 2', '2 3', '1 2', '2 3'])
  expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length)
})

it('lists 200 children of a user at most, and counts the others', () => {
  const children = Array.from({ length: 20_000 }, (_, index) => row(index + 10, 2))
  const lines = expandedLines(1, [row(2, 1), ...children])
  expect(lines).toHaveLength(1 + 200 + 1)
  expect(lines.slice(1, 3)).toMatchObject([
    { level: 2, place: 1, siblings: 20_000, user: { id: 10 } },
    { level: 2, place: 2, siblings: 20_000, user: { id: 11 } },
  ])
  expect(lines.at(-1)).toMatchObject({ level: 2, missing: 19_800 })
  expect(expandedLines(2, children.slice(0, 200))).toHaveLength(200)
})

it('lists a chain of any length', () => {
  const DEPTH = 3_000
  const tree = referralTree(
    0,
    Array.from({ length: DEPTH }, (_, index) => row(index + 1, index)),
  )
  let key = ''
  const expanded = new Set(Array.from({ length: DEPTH }, (_, index) => (key += `/0:${index + 1}`)))
  expect(visibleLines(tree, expanded).map(({ level }) => level)).toEqual(
    Array.from({ length: DEPTH }, (_, index) => index + 1),
  )
})
