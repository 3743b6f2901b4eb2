"""Check what a draft's sentences say of the papers that they cite; no model is asked."""
