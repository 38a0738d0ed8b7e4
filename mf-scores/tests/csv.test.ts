import { describeCsv } from 'tab-testing'
import { scores } from './tab'

describeCsv(scores)
