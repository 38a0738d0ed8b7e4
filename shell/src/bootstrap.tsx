import { createRoot } from 'react-dom/client'
import { configureServices } from 'shared-auth'
import { dropEarlyCalls, takeOverEarlyCalls } from 'shared-auth/host'
import { speakSpanish } from 'shared-ui/primereact'
import 'shared-ui/theme.css'
import './shell.css'
import { App } from './App'
import { AppFailure } from './AppFailure'
import { loadConfig } from './config'
import { configureTabs } from './prepare-tabs'
import { storeAskedPreview } from './remotes/stored-preview'

speakSpanish()
storeAskedPreview()
const root = createRoot(rootElement())

loadConfig()
  .then((config) => {
    configureServices(config)
    takeOverEarlyCalls()
    configureTabs(config)
    root.render(<App />)
  })
  .catch((error: unknown) => {
    console.error(error)
    dropEarlyCalls()
    root.render(<AppFailure />)
  })

function rootElement(): HTMLElement {
  const element = document.getElementById('root')
  if (!element) throw new Error('index.html has no element with the id "root".')
  return element
}
