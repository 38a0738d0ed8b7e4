import('./host.jsx')
