import { expect, it } from 'vitest'
import { countsOf, oneTest, skipLines, sum, summary } from './counts'

const skippedTest = {
  fullName: 'serves',
  status: 'skipped',
  failureMessages: [],
  meta: { skipReason: 'nginx is not installed.' },
}
const ended = (status: string, ...failureMessages: string[]) => {
  return { fullName: `ends as ${status}`, status, failureMessages, meta: {} }
}
const file = (name: string, status: string, ...assertionResults: object[]) => {
  return { name, status, message: 'No such module.', assertionResults }
}
const failed = [ended('failed', 'Error: no answer\n  at b.test.ts:3'), ended('failed')]
const vitest = {
  success: false,
  testResults: [
    file('/a.test.ts', 'passed', skippedTest, { ...skippedTest, status: 'passed' }, ended('todo')),
    file('/b.test.ts', 'failed', ended('passed'), ...failed),
  ],
}
const closes = { file: 'c.spec.ts', title: 'closes' }
const playwright = {
  stats: { duration: 12 },
  suites: [
    {
      specs: [{ ...closes, tests: [{ status: 'skipped', annotations: [{ type: 'skip' }] }] }],
      suites: [
        {
          specs: [
            { ...closes, tests: [{ status: 'skipped', annotations: [{ type: 'skip', description: 'No caddy.' }] }] },
            { ...closes, tests: [{ status: 'expected', annotations: [{ type: 'issue', description: '7' }] }] },
            { ...closes, tests: ['flaky', 'unexpected'].map((status) => ({ status, annotations: [] })) },
          ],
        },
      ],
    },
  ],
}

it('counts a run of Vitest', () => {
  expect(countsOf(vitest, false)).toMatchObject({ passed: 2, failed: 2, skipped: 2 })
})

it('counts a run of Playwright, and a flaky test as passed', () => {
  expect(countsOf(playwright, false)).toMatchObject({ passed: 2, failed: 1, skipped: 2 })
})

it('names the failed tests', () => {
  expect(sum([countsOf(vitest, false), countsOf(playwright, false)]).failures).toEqual([
    '/b.test.ts ends as failed\n  Error: no answer',
    '/b.test.ts ends as failed',
    'c.spec.ts closes',
  ])
})

it('names a file that cannot be loaded, and no failure of a run without one', () => {
  const unloaded = { testResults: [file('/c.test.ts', 'failed')] }
  expect(sum([countsOf(unloaded, false)])).toMatchObject({
    passed: 0,
    failed: 1,
    failures: ['/c.test.ts\n  No such module.'],
  })
  expect(sum([oneTest(true)])).not.toHaveProperty('failures')
})

it('counts a failure of a run without failed tests', () => {
  const testResults = [file('/a.test.ts', 'passed', ended('passed'))]
  expect(countsOf({ testResults }, false)).toMatchObject({ passed: 1, failed: 1 })
})

it('counts a run without a valid report as failed', () => {
  expect(countsOf(undefined, true)).toMatchObject({ passed: 0, failed: 1, skipped: 0 })
  expect(countsOf({ stats: 'none' }, true)).toMatchObject({ passed: 0, failed: 1, skipped: 0 })
})

it('formats the sum in one line', () => {
  expect(summary(sum([oneTest(true), oneTest(false), countsOf(playwright, false)]))).toBe(
    '3 passed, 2 failed, 2 skipped',
  )
  expect(summary(sum([oneTest(true)]))).toBe('1 passed, 0 failed')
})

it('lists the reasons of skipped tests, and counts tests without a reason', () => {
  const twice = sum([countsOf(vitest, true), countsOf(vitest, true), countsOf(playwright, true)])
  expect(skipLines(twice)).toEqual([
    '3 skipped: no reason given.',
    '2 skipped: nginx is not installed.',
    '1 skipped: No caddy.',
  ])
  expect(skipLines(oneTest(true))).toEqual([])
})
