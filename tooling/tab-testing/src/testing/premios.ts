import { apiClient, type TabProps } from '@canje/shared-auth'
import { defineComponent, h, onUnmounted, type PropType, ref } from 'vue'

/** Number of the component's instances on the page. */
export const mounted = ref(0)

/** A component of another framework, with a request and a toast. */
export const Premios = defineComponent({
  props: {
    notify: { type: Function as PropType<TabProps['notify']>, required: true },
    view: { type: Object as PropType<TabProps['view']>, required: true },
  },
  setup(props) {
    mounted.value++
    onUnmounted(() => mounted.value--)
    async function load() {
      await apiClient.get('SelectUsers')
      props.notify({ severity: 'success', summary: 'Listo', detail: 'Cargado' })
    }
    return () => [h('p', `Vista: ${props.view.params}`), h('button', { onClick: load }, 'Cargar')]
  },
})
