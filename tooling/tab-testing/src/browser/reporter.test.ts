import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { UNEXPECTED } from './browser-events'
import { shellsTable, unexpectedEvents } from './reporter'

it('lists each test with its outcome in each shell', () => {
  const outcomes = [
    ['rows', 'http://a/', 'expected'],
    ['rows', 'http://b/', 'unexpected'],
    ['a fault', 'http://a/', 'flaky'],
    ['a fault', 'http://b/', 'skipped'],
    ['only in a', 'http://a/', 'unexpected'],
  ] as const
  const cells = outcomes.map(([test, shell, outcome]) => ({ test, shell, outcome }))
  expect(shellsTable(['http://a/', 'http://b/'], cells).split('\n')).toEqual([
    'test       http://a/  http://b/',
    'rows       passed     FAILED',
    'a fault    passed     skipped',
    'only in a  FAILED     –',
  ])
})

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
