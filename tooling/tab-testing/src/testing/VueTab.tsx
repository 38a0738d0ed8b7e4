import type { TabProps } from '@canje/shared-auth'
import { useEffect, useRef, useState } from 'react'
import { createApp, h, shallowReactive } from 'vue'
import { Premios } from './premios'

export default function Tab(tab: TabProps) {
  const root = useRef<HTMLDivElement>(null)
  const [props] = useState(() => shallowReactive({ ...tab }))
  useEffect(() => void Object.assign(props, tab))
  useEffect(() => {
    const app = createApp(() => h(Premios, props))
    if (root.current) app.mount(root.current)
    return () => app.unmount()
  }, [props])
  return <div ref={root} />
}
