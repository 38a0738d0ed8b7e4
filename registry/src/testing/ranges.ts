/**
 * Versions by range: those in it, and those outside. The federation runtime, shells and the checks of releases must agree
 * on them.
 */
export const VERSIONS_OF_RANGES: Readonly<Record<string, { inside: string[]; outside: string[] }>> = {
  '^1.3.0': {
    inside: ['1.3.0', '1.3.0+abc', '1.3.4-rc.1', '1.3.4', '1.4.0-rc.1', '1.9.0'],
    outside: ['1.2.9', '1.3.0-rc.1', '1.3.0-rc.1+abc', '2.0.0-rc.1', '2.0.0', '', 'next'],
  },
  '^1.3.0-rc.2': {
    inside: ['1.3.0-rc.2', '1.3.0-rc.2+abc', '1.3.0-rc.10', '1.3.0', '1.3.1-rc.1', '1.4.0'],
    outside: ['1.2.9', '1.3.0-beta.3', '1.3.0-rc.1', '2.0.0-rc.1', '2.0.0'],
  },
  '~1.3.0': { inside: ['1.3.0', '1.3.9-rc.1', '1.3.9'], outside: ['1.3.0-rc.1', '1.4.0-rc.1', '1.4.0'] },
  '^0.3.0': { inside: ['0.3.0', '0.3.2'], outside: ['0.3.0-rc.1', '0.4.0-rc.1', '0.4.0', '1.0.0'] },
  '1.2.0 - 1.3.0': { inside: ['1.2.0', '1.3.0-rc.1', '1.3.0'], outside: ['1.2.0-rc.1', '1.3.1-rc.1', '1.3.1'] },
  '^1.2.0 || ^2.0.0-rc.1': {
    inside: ['1.2.0', '1.3.0-rc.1', '2.0.0-rc.1', '2.1.0'],
    outside: ['1.2.0-rc.1', '2.0.0-beta.1', '3.0.0-rc.1'],
  },
  '>=1.2 <2': { inside: ['1.2.0', '1.3.0-rc.1'], outside: ['1.2.0-rc.1', '2.0.0-rc.1', '2.0.0'] },
  '<2.0.0': { inside: ['1.9.0', '2.0.0-rc.1'], outside: ['2.0.0'] },
  '1.3.0-rc.1': { inside: ['1.3.0-rc.1', '1.3.0-rc.1+abc'], outside: ['1.3.0-rc.2', '1.3.0'] },
  '*': { inside: ['1.3.0-rc.1', '2.0.0'], outside: ['', 'next'] },
}
