// It lets the package declare functions that other packages have the bodies of.
