('Ann', 'Ben', 'Cy'),
('Ben', 'Dee', 'Ann'),
('Cy', 'Ben', 'Ann'),
('Dee', 'Ben', 'Ann'),
