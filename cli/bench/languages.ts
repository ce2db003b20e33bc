/**
 * Words that the made-up people are named after. Frequent ones stand first: how often a name comes up
 * falls with its place, as in real directories. `native:latin` gives the letters a username is made of.
 */
export interface Language {
  weight: number;
  /** How the parts are put together: g given, m second given, f family, s second family; '' no spaces. */
  patterns: readonly string[];
  given: readonly string[];
  family: readonly string[];
  /** Rare family names are made of these: a start, perhaps a middle, an end. */
  tail?: readonly [readonly string[], readonly string[], readonly string[]];
}

const list = (text: string) => text.trim().split(/\s+/);

export const CYRILLIC: Language = {
  weight: 5,
  patterns: ['g f'],
  given: list(
    `Александр:alexander Мария:maria Дмитрий:dmitry Анна:anna Сергей:sergey Елена:elena Алексей:alexey Ольга:olga
     Андрей:andrey Наталья:natalia Иван:ivan Екатерина:ekaterina Михаил:mikhail Татьяна:tatiana Пётр:petr
     Фёдор:fedor Ксения:ksenia Юлия:yulia`,
  ),
  family: list(
    `Иванов:ivanov Смирнов:smirnov Кузнецов:kuznetsov Попов:popov Васильев:vasiliev Петров:petrov Соколов:sokolov
     Михайлов:mikhailov Новиков:novikov Фёдоров:fedorov Морозов:morozov Волков:volkov Шевченко:shevchenko
     Коваленко:kovalenko Бондаренко:bondarenko`,
  ),
};

export const GREEK: Language = {
  weight: 2,
  patterns: ['g f'],
  given: list(
    'Γιώργος:giorgos Μαρία:maria Κώστας:kostas Ελένη:eleni Δημήτρης:dimitris Κατερίνα:katerina Νίκος:nikos Σοφία:sofia Αλέξανδρος:alexandros',
  ),
  family: list(
    'Παπαδόπουλος:papadopoulos Βλάχος:vlachos Αγγελόπουλος:angelopoulos Νικολαΐδης:nikolaidis Γεωργίου:georgiou Οικονόμου:oikonomou',
  ),
};

/** The same names as people abroad write them. */
function inLatinLetters({ given, family, ...language }: Language): Language {
  const latin = (entry: string) => {
    const [, letters = ''] = entry.split(':');
    return letters.charAt(0).toUpperCase() + letters.slice(1);
  };
  return { ...language, weight: 2, given: given.map(latin), family: family.map(latin) };
}

export const LANGUAGES: readonly Language[] = [
  {
    weight: 24,
    patterns: ['g f', 'g f', 'g f', 'g m f', 'g f-s'],
    given: list(
      `James Mary Michael Emma John Olivia Robert Sophia David Ava William Jennifer Richard Linda Joseph Elizabeth
       Thomas Barbara Christopher Susan Daniel Jessica Matthew Sarah Anthony Karen Mark Nancy Steven Margaret Andrew
       Sandra Joshua Ashley Kenneth Kimberly Kevin Emily Brian Donna George Michelle Timothy Carol Ronald Amanda
       Jason Melissa Edward Deborah Jeffrey Stephanie Ryan Rebecca Jacob Laura Gary Sharon Nicholas Cynthia Eric
       Kathleen Jonathan Amy Stephen Angela Larry Shirley Justin Anna Scott Brenda Brandon Pamela Benjamin Nicole
       Bill Liz Mike Bob Tom Jim Joe Kate Dan Tony Sue Andy Peggy Nick Matt Becky Ed Jo Al Bo Ann Ray Eve Ian`,
    ),
    family: list(
      `Smith Johnson Williams Brown Jones Miller Davis Wilson Anderson Taylor Thomas Moore Jackson Martin Lee Thompson
       White Harris Clark Lewis Robinson Walker Young Allen King Wright Scott Hill Green Adams Baker Nelson Carter
       Mitchell Roberts Turner Phillips Campbell Parker Evans Edwards Collins Stewart Morris Murphy Cook Rogers
       Morgan Cooper Peterson Reed Bailey Bell Kelly Howard Ward Cox O'Brien O'Connor McDonald Richardson Wood
       Watson Brooks Bennett Gray James Hughes Price Myers Long Foster Sanders Ross Powell Sullivan Russell
       Ng Wu Li Fox Ray Orr Poe Day`,
    ),
    tail: [
      list(
        'Ash Black Brad Cal Chad Craw Dal Ed Fair Gar Hal Har Hol Ken Lang Mar Nor Pem Rad Stan Thorn Wal Whit',
      ),
      list('er ing en el or am an is'),
      list('ton ford well ley worth wood field man son by ham stead brook ridge dale more'),
    ],
  },
  {
    weight: 18,
    patterns: ['g f', 'g f s', 'g f s', 'g m f', 'g m f s'],
    given: list(
      `María José Antonio Carmen Manuel Ana Francisco Isabel Juan Laura David Cristina Javier Marta Daniel Lucía
       Carlos Pilar Miguel Elena Alejandro Sofía Rafael Paula Pedro Raquel Ángel Beatriz Luis Rosa Pablo Teresa
       Sergio Silvia Fernando Julia Jorge Irene Alberto Andrea Álvaro Rocío Adrián Mónica Diego Patricia Raúl Inés
       Iván Alba Rubén Nuria Óscar Begoña Andrés Ximena Joaquín Valentina Víctor Guadalupe Pepe Paco Lupe Rafa Nacho`,
    ),
    family: list(
      `García Rodríguez González Fernández López Martínez Sánchez Pérez Gómez Martín Jiménez Ruiz Hernández Díaz
       Moreno Muñoz Álvarez Romero Alonso Gutiérrez Navarro Torres Domínguez Vázquez Ramos Gil Ramírez Serrano Blanco
       Molina Morales Suárez Ortega Delgado Castro Ortiz Rubio Marín Sanz Núñez Iglesias Medina Garrido Cortés
       Castillo Santos Lozano Guerrero Cano Prieto Méndez Cruz Calvo Gallego Vidal León Márquez Herrera Peña Flores`,
    ),
    tail: [
      list('Arr Bal Cas Del Esc Fuen Gal Hin Igl Lar Mon Nav Olm Pal Quin Riv Sal Tor Val Zam'),
      list('and er ar al in un ec os'),
      list('uri eta iz aga ero oso illo ano edo ares uelo ina abal oba'),
    ],
  },
  {
    weight: 8,
    patterns: ['g f', 'g f s', 'g m f'],
    given: list(
      `João Maria Pedro Ana Gabriel Beatriz Lucas Larissa Mateus Letícia Rafael Camila Guilherme Mariana Felipe Júlia
       Gustavo Amanda Bruno Fernanda Thiago Luíza Vinícius Cecília Caio Conceição Antônio Inês Estêvão Simão`,
    ),
    family: list(
      `Silva Santos Oliveira Souza Pereira Lima Carvalho Ferreira Ribeiro Almeida Costa Gomes Martins Araújo Melo
       Barbosa Alves Cardoso Rocha Teixeira Correia Gonçalves Brandão Guimarães Magalhães Assunção Simões`,
    ),
  },
  {
    weight: 8,
    patterns: ['g f', 'g f', 'g-m f'],
    given: list(
      `Jean Marie Pierre Camille Louis Léa Antoine Chloé Hugo Manon Lucas Inès Théo Élodie François Aurélie Rémi
       Noémie Benoît Zoé Gaël Océane Loïc Anaïs Jérôme Hélène Cédric Amélie Étienne Maëlys`,
    ),
    family: list(
      `Martin Bernard Dubois Thomas Robert Richard Petit Durand Leroy Moreau Simon Laurent Lefèvre Michel Garcia
       Roux Fournier Girard Bonnet Dupont Lambert Fontaine Rousseau Vincent Müller Faure Mercier Blanc Guérin
       Boyer Garnier Chevalier François Legrand Gauthier Perrin Robin Clément Morin Lemaître d'Arc L'Hermite`,
    ),
    tail: [
      list('Beau Cham Dela Four Grand Haute Lac Mont Neuf Pré Roche Saint Vaux Ville'),
      list('cour de le mar no ro'),
      list('champ mont nière rand ville bois court teau lier geon'),
    ],
  },
  {
    weight: 7,
    patterns: ['g f', 'g f', 'g f-s'],
    given: list(
      `Lukas Anna Leon Lena Jürgen Sabine Jörg Käthe Günther Ursula Björn Heike Stefan Petra Uwe Birgit Söhnke Änne
       Matthias Claudia Klaus Jana Florian Katharina Dieter Ingrid Rüdiger Margarethe`,
    ),
    family: list(
      `Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Schäfer Koch Bauer Richter Klein
       Wolf Schröder Neumann Schwarz Zimmermann Braun Krüger Hofmann Hartmann Lange Weiß Groß Köhler Jäger Böhm
       Mueller Schroeder Jaeger Koehler Weiss`,
    ),
    tail: [
      list('Alt Berg Dorn Eich Fels Gold Hoch Kirch Linden Neu Ober Rosen Stein Unter Wald'),
      list('en er el'),
      list('bach berg mann meier hauer müller schmidt feld stein hofer'),
    ],
  },
  {
    weight: 5,
    patterns: ['g f'],
    given: list(
      `Łukasz Agnieszka Michał Małgorzata Paweł Katarzyna Tomasz Żaneta Jan Zofia Stanisław Elżbieta Grzegorz Łucja
       Søren Åsa Bjørn Ingrid Øystein Solveig Jiří Šárka Ondřej Zdeněk Žofie Čeněk Þór Guðrún İbrahim Ayşe Çağla Ömer`,
    ),
    family: list(
      `Nowak Kowalski Wiśniewski Wójcik Kowalczyk Kamiński Lewandowski Zieliński Szymański Woźniak Dąbrowski Kozłowski
       Jørgensen Sørensen Nygård Håkansson Aagaard Soerensen Öberg Dvořák Novotný Černý Procházka Yılmaz Kaya Demir Şahin Çelik Yıldız`,
    ),
    tail: [
      list('Baran Cho Gra Jas Kra Las Mal Ost Pio Rad Sob Tom Wal Za'),
      list('bo ko le no ro wi'),
      list('wski ński czyk szewski lak nek'),
    ],
  },
  {
    weight: 7,
    patterns: ['f m g', 'f m g', 'f g'],
    given: list(
      'Anh Hương Linh Minh Hoa Tuấn Lan Dũng Mai Hùng Thảo Long Trang Nam Hà Phúc Ngọc Quang Thủy Đức Yến Khánh Vy Sơn',
    ),
    family: list('Nguyễn Trần Lê Phạm Hoàng Phan Vũ Đặng Bùi Đỗ Hồ Ngô Dương Lý'),
  },
  {
    weight: 6,
    patterns: ['fg'],
    given: list(
      `伟:wei 芳:fang 娜:na 敏:min 静:jing 丽:li 强:qiang 磊:lei 军:jun 洋:yang 小明:xiaoming 秀英:xiuying 建国:jianguo
       子涵:zihan 浩然:haoran 雨桐:yutong 志强:zhiqiang 海燕:haiyan 文静:wenjing 俊杰:junjie 思远:siyuan 梓萱:zixuan`,
    ),
    family: list(
      '王:wang 李:li 张:zhang 刘:liu 陈:chen 杨:yang 赵:zhao 黄:huang 周:zhou 吴:wu 徐:xu 孙:sun 胡:hu 朱:zhu 高:gao 林:lin 何:he 郭:guo 马:ma 欧阳:ouyang',
    ),
  },
  {
    weight: 4,
    patterns: ['fg', 'fg', 'f g'],
    given: list(
      `太郎:taro 花子:hanako 翔太:shota 美咲:misaki 大輔:daisuke 陽菜:hina 健一:kenichi 由美子:yumiko さくら:sakura
       ハルト:haruto 直樹:naoki 恵子:keiko 拓也:takuya あおい:aoi 裕子:yuko`,
    ),
    family: list(
      '佐藤:sato 鈴木:suzuki 高橋:takahashi 田中:tanaka 伊藤:ito 渡辺:watanabe 山本:yamamoto 中村:nakamura 小林:kobayashi 加藤:kato 吉田:yoshida 山田:yamada',
    ),
  },
  {
    weight: 4,
    patterns: ['fg'],
    given: list(
      `민준:minjun 서연:seoyeon 지훈:jihoon 지우:jiwoo 도윤:doyun 하은:haeun 현우:hyunwoo 수빈:subin 예준:yejun
       민서:minseo 준:jun 은지:eunji 성민:sungmin 유진:yujin 태현:taehyun`,
    ),
    family: list(
      '김:kim 이:lee 박:park 최:choi 정:jung 강:kang 조:cho 윤:yoon 장:jang 임:lim 남궁:namgung',
    ),
  },
  CYRILLIC,
  GREEK,
  inLatinLetters(CYRILLIC),
  inLatinLetters(GREEK),
  {
    weight: 3,
    patterns: ['g f', 'g m f'],
    given: list(
      'محمد:mohamed أحمد:ahmed فاطمة:fatima علي:ali مريم:mariam عمر:omar خالد:khaled زينب:zeinab يوسف:youssef ليلى:layla إبراهيم:ibrahim نور:nour',
    ),
    family: list(
      'حسن:hassan الأحمد:alahmad السيد:elsayed عبدالله:abdullah المصري:almasri الخطيب:alkhatib منصور:mansour حداد:haddad سليمان:suleiman',
    ),
  },
];

export const BUSINESSES: readonly [readonly string[], readonly string[]] = [
  list(
    `Golden Rosa's Blue Corner Old Sunny Little Grand Green Silver Nonna's Harbour Lucky Happy Uptown Riverside Café
     Amigo Copper Maple Cedar Olive Velvet Bright Urban Coastal Humble Wild Crown Ember`,
  ),
  list(
    `Bakery Noodles Pizza Barber Florist Books Coffee Garage Yoga Tacos Studio Market Cleaners Carpentry Deli Bikes
     Gardens Pottery Tailor Grill Bistro Nails Tutoring Plumbing Photography Farm Brewery Dental Records`,
  ),
];
