import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readState, StateRefused } from './read-state'
import { fileUrl } from './release'
import { readAuthority } from './shell-config'
import { exampleListing, exampleRelease } from './testing/example'
import { createTestKey, exampleState, signState } from './testing/signing'

const RUNS = process.env.LONG_TESTS ? 20_000 : 100
const key = await createTestKey()
const remotes = { 'mf-codes': exampleListing({ keys: [key.publicKey] }) }
const authority = readAuthority({ storeId: 'store-1', operatorKeys: [key.publicKey], remotes })

const schemes = ['data:', 'javascript:', 'blob:', 'mailto:', 'file:', 'ftp:', 'ws:', 'about:', 'vbscript:', 'x-y+z.1:']
const scheme = fc.constantFrom('', 'http:', 'https:', ...schemes, ...schemes.map((name) => name.toUpperCase()))

/** Entries of any scheme, with credentials, ports, fragments, and characters that URL parsers skip or normalise. */
const entry = fc
  .tuple(
    fc.constantFrom('', ' ', '\t', '\u0000', '\ufeff'),
    scheme,
    fc.constantFrom('', '/', '//', '\\\\', '///', 'https://remotes.example/'),
    fc.constantFrom('', 'evil.example/', 'user:pw@host/', 'host:99999/', '[::1]/', '%00/', '../'),
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom('a.js', 'a.js#b', 'a.js?b', 'text/html,<p>'),
    ),
  )
  .map((parts) => parts.join(''))

const release = entry.map((entry) => exampleRelease({ entry, preload: ['Tab.js'] }))

it('returns only http and https entries, whatever the releases name', async () => {
  await fc.assert(
    fc.asyncProperty(release, fc.array(release, { maxLength: 3 }), async (live, previous) => {
      const state = await signState(exampleState({ live, previous }), key)
      const source = { storeUrl: 'https://remotes.example/store', authority, name: 'mf-codes' }
      const { remote } = await readState(state, source).catch((error: unknown) => {
        if (error instanceof StateRefused) return { remote: undefined }
        throw error
      })
      for (const each of remote ? [remote.live, ...remote.previous] : []) {
        const { protocol, username, password } = new URL(each.entry)
        expect(protocol).toMatch(/^https?:$/)
        expect(username + password).toBe('')
        expect(() => each.preload.map((path) => fileUrl(each, path))).not.toThrow()
        expect(() => new URL('.', each.entry)).not.toThrow()
      }
    }),
    { seed: 20261120, numRuns: RUNS },
  )
})
