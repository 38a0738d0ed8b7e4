import { expect, it } from 'vitest'
import { pageHeaders } from './page-headers'

const config = { securityUrl: '/security', apiUrl: '/api', registryUrl: 'https://remotes.test/registry.json' }
const page = { html: '', nonce: 'bm9uY2U=', isMain: false }

it('refuses scripts without a hash', () => {
  expect(pageHeaders(config, page)).toMatchObject({ 'Integrity-Policy': 'blocked-destinations=(script)' })
})

it('only reports scripts without a hash where a preview may be loaded', () => {
  const headers = pageHeaders({ ...config, previewOrigins: ['http://localhost:3137'] }, page)
  expect(headers).toMatchObject({ 'Integrity-Policy-Report-Only': 'blocked-destinations=(script)' })
  expect(headers).not.toHaveProperty('Integrity-Policy')
})

it('names the collector of violations, if one is configured', () => {
  expect(pageHeaders({ ...config, reportUrl: 'https://reports.test/canje' }, page)).toMatchObject({
    'Content-Security-Policy': expect.stringMatching(/; report-to canje$/),
    'Integrity-Policy': 'blocked-destinations=(script), endpoints=(canje)',
    'Reporting-Endpoints': 'canje="https://reports.test/canje"',
  })
  expect(JSON.stringify(pageHeaders(config, page))).not.toMatch(/report|endpoints/i)
})

it('forbids the capabilities of a device, and leaves the clipboard', () => {
  const policy = pageHeaders(config, page)['Permissions-Policy'] ?? ''
  expect(policy).toContain('camera=(), display-capture=()')
  expect(policy).not.toContain('clipboard')
})
