import { createRoot, type Root } from 'react-dom/client'
import { configureServices } from 'shared-auth'
import { configureFeatures, dropEarlyCalls, takeOverEarlyCalls } from 'shared-auth/host'
import { keepUnchangedStyles, speakSpanish } from 'shared-ui/primereact'
import 'shared-ui/theme.css'
import './shell.css'
import { App } from './App'
import { AppFailure } from './AppFailure'
import { loadConfig } from './config'
import { configureTabs } from './prepare-tabs'
import { storeAskedPreview } from './remotes/stored-preview'

speakSpanish()
keepUnchangedStyles()
storeAskedPreview()

// A page that lost another of its files says so already, in the place of its root.
const element = document.getElementById('root')
if (element) start(createRoot(element))

async function start(root: Root): Promise<void> {
  try {
    const config = await loadConfig()
    configureServices(config)
    configureFeatures(config.features)
    takeOverEarlyCalls()
    configureTabs(config)
    root.render(<App />)
  } catch (error) {
    console.error(error)
    dropEarlyCalls()
    root.render(<AppFailure />)
  }
}
