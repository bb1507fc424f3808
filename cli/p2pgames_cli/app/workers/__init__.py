"""Work that can be done side by side: in processes of this computer, or on a cluster."""
