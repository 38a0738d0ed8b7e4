import { apiClient, type TabProps } from '@canje/shared-auth'
import { h } from 'vue'

Premios.props = ['notify', 'view']

/** A component of another framework, with a request and a toast. */
export function Premios({ notify, view }: TabProps) {
  async function load() {
    await apiClient.get('SelectUsers')
    notify({ severity: 'success', summary: 'Listo', detail: 'Cargado' })
  }
  return [h('p', `Vista: ${view.params}`), h('button', { onClick: load }, 'Cargar')]
}
