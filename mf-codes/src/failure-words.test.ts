import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Fault } from '@canje/shared-ui'
import { expect, it } from 'vitest'
import { failedCreation, failedDeletion, failedDeletionOfAll, failedRestoration } from './failure-words'

const specification = readFileSync(join(import.meta.dirname, '../../docs/specification.md'), 'utf8')

/** The faults that leave the session open, by the first column of the specification's table. */
const FAULTS: Readonly<Record<string, Fault>> = {
  'Refused (404)': { kind: 'refused', status: 404 },
  '429': { kind: 'busy', retryAfterSeconds: 120 },
  '5xx': { kind: 'failed', status: 500, retryAfterSeconds: null },
  'No response': { kind: 'no-response' },
  'Sign-in page': { kind: 'sign-in-page' },
  Unreadable: { kind: 'unreadable' },
}

/** The quoted texts in the row of the specification that begins with a cell. */
function textsOf(cell: string): string[] {
  const row = specification.split('\n').find((line) => line.startsWith(`| ${cell} `)) ?? ''
  return [...row.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text)
}

it.each([
  ['InsertCodes', failedCreation],
  ['DeleteCode', failedDeletion({ id: 1, name: '{code name}', userName: null, used: 0, date: null })],
  ['DeleteAllCodes', failedDeletionOfAll],
  ['RestoreCodes', failedRestoration],
])('says why %s failed, in the words of the specification', (endpoint, words) => {
  const [, refused = '', other = '', reasonOf404] = textsOf(`\`${endpoint}\``)
  const sentences = Object.keys(FAULTS).map((name) => {
    const [reason = ''] = textsOf(name)
    return name === 'Refused (404)' ? refused.replace('…', reasonOf404 ?? reason) : other.replace('…', reason)
  })
  expect(Object.values(FAULTS).map((fault) => words(fault, fault.kind === 'refused'))).toEqual(sentences)
})

it('names a code without a text by its noun', () => {
  const words = failedDeletion({ id: 1, name: null, userName: null, used: 0, date: null })
  expect(words({ kind: 'refused', status: 404 }, true)).toBe('No se borró el codigo: el servicio no lo encontró.')
})
