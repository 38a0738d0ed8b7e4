import { expect, it } from 'vitest'
import { shellsTable } from './shells-reporter'

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
