import { backend, PanelStub, renderTab } from '@canje/tab-testing'
import CodeDetail from '../src/detail/CodeDetail'
import { codes } from './tab'

/** The slots that Codigos opens. */
export const extensions = { 'detalle:codigo': CodeDetail, 'detalle:usuario': PanelStub }

/** The responses of the service. */
export function respond(lists: { SelectCodes?: readonly object[]; SelectReport?: readonly object[] }) {
  const { SelectCodes = [], SelectReport = [] } = lists
  backend.respond('SelectCodes', { data: SelectCodes })
  backend.respond('SelectReport', { data: SelectReport })
}

/** The events of the audit log, the newest first, each of one code unless it says otherwise. */
export function respondEvents(events: readonly object[]) {
  const data = events.map((event, index) => ({ id: 1_000 - index, userName: 'ana', batch: null, count: 1, ...event }))
  backend.respond('SelectStaffEvents', { data })
}

/** Mounts the tab with details open, or closed. */
export function openCode(detail = '', features: readonly string[] = []) {
  const params = detail === '' ? '' : new URLSearchParams({ detalle: detail }).toString()
  return renderTab(codes.Tab, { extensions, params, features })
}
