import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { UNEXPECTED } from './browser-events'
import { unexpectedEvents } from './reporter'

it('has one line for an unexpected event of all shells, but none for a retry that passed', () => {
  const event = { type: UNEXPECTED, description: 'opened the dialog alert "a": accept it' }
  const other = { type: UNEXPECTED, description: 'called print(): replace it' }
  const test = (title: string, outcome: 'unexpected' | 'flaky', ...annotations: (typeof event)[][]) => ({
    title,
    outcome: () => outcome,
    location: { file: resolve('tests/tab.browser.ts'), line: 5 },
    results: annotations.map((annotations) => ({ annotations })),
  })
  const reason = { type: 'issue', description: 'of the team' }
  expect(
    unexpectedEvents([
      test('asks', 'unexpected', [other], [event, reason]),
      test('asks', 'unexpected', [event]),
      test('prints', 'flaky', [other], []),
      test('fails', 'unexpected', []),
    ]),
  ).toEqual(['tests/tab.browser.ts:5 "asks": the tab opened the dialog alert "a": accept it.'])
})
