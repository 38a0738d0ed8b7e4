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

/** Mounts the tab with details open, or closed. */
export function openCode(detail = '') {
  const params = detail === '' ? '' : new URLSearchParams({ detalle: detail }).toString()
  return renderTab(codes.Tab, { extensions, params })
}
