import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseRegistry } from './parse-registry'
import { fileUrl } from './release'
import { exampleAuthority, exampleRelease } from './testing/example'
import { createTestKey, exampleEntry, exampleRegistry, signEntry } from './testing/signing'

const RUNS = process.env.LONG_TESTS ? 20_000 : 100
const key = await createTestKey()
const authority = exampleAuthority(key.publicKey)
const users = await signEntry(exampleEntry('mf-users', exampleRelease({ entry: 'mf-users/1.0.0/remoteEntry.js' })), key)

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

it('returns only http and https entries, whatever the releases name, and keeps the other remotes', async () => {
  await fc.assert(
    fc.asyncProperty(release, fc.array(release, { maxLength: 3 }), async (live, previous) => {
      const codes = await signEntry(exampleEntry('mf-codes', live, { previous }), key)
      const registry = exampleRegistry([codes, users])
      const parsed = await parseRegistry(registry, 'https://remotes.example/store', authority)
      expect(parsed.remotes.map(({ name }) => name)).toContain('mf-users')
      const releases = parsed.remotes.flatMap((remote) => [remote.live, ...remote.previous])
      const reasons = parsed.findings.flatMap(({ reason }) => reason.split('; '))
      expect(releases.length + reasons.length).toBe(2 + previous.length)
      for (const each of releases) {
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
