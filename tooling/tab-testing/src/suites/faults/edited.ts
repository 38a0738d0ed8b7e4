import { fireEvent } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect } from 'vitest'
import { backend } from '../../backend'
import { clearToasts } from '../../toasts'
import { buttonNamed, stableText } from './page'
import { settled } from './settled'
import type { Trial } from './trial'

interface Edited {
  action: Trial['action']
  endpoints: readonly string[]
  /** Unmounts the tab and mounts it again. */
  reload: () => Promise<void>
}

/** Has a request fail, edits the text, and retries: the request and the page are those of the new text. */
export async function editAfterFailure({ action, endpoints, reload }: Edited): Promise<void> {
  const user = userEvent.setup()
  const failing = endpoints.at(-1)
  if (!failing || action.clearsText) return
  await reload()
  await action.prepare?.(user)
  const edited = textFields().map(({ value }) => otherText(value))
  if (edited.length === 0) return
  edit(edited)
  // A change is not made: only its requests count.
  if (action.change) backend.fail(failing, 503)
  const expected = await outcome(() => action.press(user))

  await reload()
  await action.prepare?.(user)
  backend.fail(failing, 503)
  await outcome(() => action.press(user))
  if (!action.change) backend.recover(failing)
  clearToasts()
  edit(edited)
  // That of the rows behind a dialog repeats their own request.
  const retry = buttonNamed('Reintentar', document.querySelector('[role=dialog]') ? '[role=dialog]' : 'body')
  const retried = await outcome(async () => (retry ? fireEvent.click(retry) : action.press(user)))
  backend.recover(failing)
  expect(
    action.change ? retried.requests : retried,
    `${failing}: requests and page after a failure, another text and a retry`,
  ).toEqual(action.change ? expected.requests : expected)
}

/** Resolves to the requests of a press, and the page after it. */
async function outcome(press: () => Promise<unknown>) {
  const first = backend.requests().length
  await press()
  await settled()
  const requests = backend.requests().slice(first)
  return { requests: requests.map(({ path, body }) => ({ path, body })), page: stableText() }
}

function textFields(): HTMLInputElement[] {
  const fields = document.querySelectorAll<HTMLInputElement>(
    'input:not([type=checkbox], [type=radio], [type=hidden]), textarea',
  )
  return [...fields].filter(({ value, readOnly, disabled }) => value !== '' && !readOnly && !disabled)
}

/** The same number stays in its range. */
function otherText(text: string): string {
  if (/^\d+$/.test(text)) return text === '2' ? '3' : '2'
  return text.length > 1 ? text.slice(0, 1) : 'e'
}

function edit(texts: readonly string[]): void {
  for (const [index, field] of textFields().entries()) fireEvent.change(field, { target: { value: texts[index] } })
}
