"""Games that no link serves: several seats at one computer, and what-ifs."""
