import { afterEach, expect, it } from 'vitest'
import { readStoredPreview, storePreview, storeRequestedPreview } from './preview-storage'

afterEach(() => {
  sessionStorage.clear()
  history.replaceState(null, '', '/')
})

/** Opens a path of the page. @returns what it stores, without the start time */
function open(path: string) {
  history.replaceState(null, '', path)
  storeRequestedPreview()
  const { since: _, ...source } = readStoredPreview() ?? { since: 0 }
  return source
}

it.each([
  ['/main?tab=codigos&candidate=1.4.0#q=ana', { tab: 'codigos', candidate: '1.4.0' }, '/main?tab=codigos#q=ana'],
  ['/main?candidate=1.4.0-rc.1&tab=codigos', { tab: 'codigos', candidate: '1.4.0-rc.1' }, '/main?tab=codigos'],
  ['/main?candidate=1.4.0', { tab: '', candidate: '1.4.0' }, '/main'],
  ['/main?tab=codigos&candidate=1.4.0).', { tab: 'codigos', candidate: '1.4.0' }, '/main?tab=codigos'],
  ['/main?tab=codigos&candidate=', { tab: 'codigos', candidate: '' }, '/main?tab=codigos'],
  ['/main?tab=codigos&candidate=..%2F1.4.0', { tab: 'codigos', candidate: '../1.4.0' }, '/main?tab=codigos'],
  ['/main?tab=codigos&candidate=1&candidate=2', { tab: 'codigos', candidate: '1' }, '/main?tab=codigos'],
  ['/main?tab=codigos&preview=http://a/b&candidate=1', { url: 'http://a/b' }, '/main?tab=codigos'],
])('moves the preview of %s into the storage', (path, source, left) => {
  expect(open(path)).toEqual(source)
  expect(location.pathname + location.search + location.hash).toBe(left)
})

it('keeps the agreement to the same candidate only', () => {
  const agreed = { tab: 'codigos', candidate: '1.4.0', since: 1, confirmedBy: 'ana' }
  storePreview(agreed)
  open('/main?tab=codigos')
  open('/main?tab=codigos&candidate=1.4.0')
  expect(readStoredPreview()).toEqual(agreed)
  for (const other of ['tab=codigos&candidate=1.5.0', 'tab=usuarios&candidate=1.4.0', 'preview=1.4.0']) {
    storePreview(agreed)
    expect(open(`/main?${other}`)).not.toHaveProperty('confirmedBy')
  }
})

it('reads nothing of another form', () => {
  for (const text of ['{', '{"tab":"codigos"}', '{"tab":"codigos","candidate":1,"since":1}']) {
    sessionStorage.setItem('canje.preview', text)
    expect(readStoredPreview()).toBeUndefined()
  }
})
